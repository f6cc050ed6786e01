import { configuration as demonstration } from '../server/seeds/demonstration/club.ts'
import type { ClubConfigurationFile } from '../server/src/main/club-configuration.ts'

/** The demonstration club for a whole run of journeys: they all come from one address. */
export const configuration: ClubConfigurationFile = {
  ...demonstration,
  limits: {
    auth_failures_per_address: 10_000,
    check_accounts_per_address: 10_000,
    check_accounts_per_network: 10_000,
  },
}
