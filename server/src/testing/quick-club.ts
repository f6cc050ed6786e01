import { configuration as demonstration } from '../../seeds/demonstration/club.ts'
import { noWalls } from './no-walls.ts'
import type { ClubConfigurationFile } from '../main/club-configuration.ts'

/** The demonstration club for test servers: easy captchas, no limits per address or network. */
export const configuration: ClubConfigurationFile = {
  ...demonstration,
  captcha: { maxnumber: 1000 },
  limits: { amounts: noWalls },
  // Keys in tests have any number.
  receipts: { numbers_per_day: 1_000_000_000 },
}
