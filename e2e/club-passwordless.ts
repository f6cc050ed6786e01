import { configuration as demonstration } from './club.ts'
import type { ClubConfigurationFile } from '../server/src/main/club-configuration.ts'

/** A passwordless club that accepts numeric CNPJs only. */
export const configuration: ClubConfigurationFile = {
  ...demonstration,
  club: {
    ...demonstration.club,
    passwordless: 'yes',
    access_key: 'chave-da-demonstracao',
    cnpj: 'numeric',
  },
}
