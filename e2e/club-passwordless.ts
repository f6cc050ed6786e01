import { configuration as demonstration } from './club.ts'
import type { ClubConfigurationFile } from '../server/src/main/club-configuration.ts'

/** A club that lets people in by their document alone, and knows CNPJs of digits only. */
export const configuration: ClubConfigurationFile = {
  ...demonstration,
  club: {
    ...demonstration.club,
    passwordless: 'yes',
    access_key: 'chave-da-demonstracao',
    cnpj: 'numeric',
  },
}
