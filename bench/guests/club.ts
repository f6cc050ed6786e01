import { configuration as demonstration } from '../../server/seeds/demonstration/club.ts'
import type { ClubConfigurationFile } from '../../server/src/main/club-configuration.ts'

/** The demonstration club with the product's limits, a Wi-Fi of its own, and easy captchas, which clients solve. */
export const configuration: ClubConfigurationFile = {
  ...demonstration,
  // The server runs in production, where local partner programmes and car parks are refused.
  partners: {},
  car_park: null,
  captcha: { maxnumber: 1000 },
  limits: { own_networks: ['198.18.0.0/15'] },
}
