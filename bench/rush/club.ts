import { configuration as demonstration } from '../../server/seeds/demonstration/club.ts'
import type { ClubConfigurationFile } from '../../server/src/main/club-configuration.ts'

/** The demonstration club with the product's limits, in production, where local partner programmes and car parks are refused. */
export const configuration: ClubConfigurationFile = { ...demonstration, partners: {}, car_park: null }
