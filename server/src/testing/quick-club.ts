import { configuration as demonstration } from '../../seeds/demonstration/club.ts'
import type { ClubConfigurationFile } from '../main/club-configuration.ts'

/** The demonstration club for test servers: easy captchas, no limits per IP. */
export const configuration: ClubConfigurationFile = {
  ...demonstration,
  captcha: { maxnumber: 1000 },
  limits: {
    auth_failures_per_ip: 1_000_000,
    check_accounts_per_ip: 1_000_000,
    check_accounts_per_network: 1_000_000,
  },
}
