import { configuration as quick } from './quick-club.ts'
import type { ClubConfigurationFile } from '../main/club-configuration.ts'

/** For test servers in production, where local partner programmes and car parks are refused. */
export const configuration: ClubConfigurationFile = { ...quick, partners: {}, car_park: null }
