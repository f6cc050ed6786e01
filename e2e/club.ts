import { configuration as demonstration } from '../server/seeds/demonstration/club.ts'
import type { ClubConfigurationFile } from '../server/src/main/club-configuration.ts'

/**
 * The demonstration club for a whole run of journeys: they all come from one address. One that asks for so many unknown
 * documents is given four times the captcha's work, so that what everybody gets elsewhere is the most they get here.
 */
export const configuration: ClubConfigurationFile = {
  ...demonstration,
  limits: {
    auth_failures_per_address: 10_000,
    check_accounts_per_address: 10_000,
    check_accounts_per_network: 10_000,
  },
  captcha: { maxnumber: 250_000 },
}
