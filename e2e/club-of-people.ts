import { configuration as demonstration } from './club.ts'
import type { ClubConfigurationFile } from '../server/src/main/club-configuration.ts'

/** A club for people only, which remembers nobody. */
export const configuration: ClubConfigurationFile = {
  ...demonstration,
  club: { ...demonstration.club, document_types: 'cpf', remember_me: 'no' },
}
