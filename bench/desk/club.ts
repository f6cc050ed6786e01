import type { ClubConfigurationFile } from '../../server/src/main/club-configuration.ts'
import { configuration as quick } from '../../server/src/testing/quick-club.ts'

/** The club of the benchmark: one member searches more often than a person does. */
export const configuration: ClubConfigurationFile = {
  ...quick,
  // The server runs in production, where local partner programmes and car parks are refused.
  partners: {},
  car_park: null,
  limits: { overrides: { ...quick.limits?.overrides, 'service-searches': 1_000_000 } },
}
