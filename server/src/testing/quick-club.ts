import { configuration as demonstration } from '../../seeds/demonstration/club.ts'
import { generousLimits } from './generous-limits.ts'
import type { ClubConfigurationFile } from '../main/club-configuration.ts'

/** The demonstration club for test servers: easy captchas, no limits per IP or network. */
export const configuration: ClubConfigurationFile = {
  ...demonstration,
  captcha: { maxnumber: 1000 },
  limits: { overrides: generousLimits },
  // Receipt numbers in tests are arbitrary.
  receipts: { numbers_per_day: 1_000_000_000 },
}
