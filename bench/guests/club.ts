import type { ClubConfigurationFile } from '../../server/src/main/club-configuration.ts'
import { configuration as product } from '../rush/club.ts'

/** The demonstration club with the product's limits, a Wi-Fi of its own, and easy captchas, which clients solve. */
export const configuration: ClubConfigurationFile = {
  ...product,
  captcha: { maxnumber: 1000 },
  limits: { own_networks: ['198.18.0.0/15'] },
}
