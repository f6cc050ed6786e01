import { configuration as demonstration } from '../server/seeds/demonstration/club.ts'
import { generousLimits } from '../server/src/testing/generous-limits.ts'
import type { ClubConfigurationFile } from '../server/src/main/club-configuration.ts'

/**
 * The demonstration club for a whole run of journeys, which all share one IP. An IP with that many unknown
 * documents gets captchas with four times the work, so the base difficulty is a quarter of the default.
 */
export const configuration: ClubConfigurationFile = {
  ...demonstration,
  // The browsers of journeys have no print dialog.
  club: { ...demonstration.club, kiosk: { silent_print: 'yes' } },
  limits: {
    overrides: {
      ...generousLimits,
      'recovery-requests.ip': 1_000_000,
      'recovery-requests.network': 1_000_000,
    },
  },
  captcha: { maxnumber: 250_000 },
  // Receipt keys in tests have arbitrary numbers.
  receipts: { numbers_per_day: 1_000_000_000 },
}
