import { configuration as quick } from '../quick-club.ts'
import type { ClubConfigurationFile } from '../../main/club-configuration.ts'
import { testCredentials } from '../../../counterparts/counterparts.testing.ts'

/** The quick club, connected to a partner and a car park that run in another process. */
export const configuration: ClubConfigurationFile = {
  ...quick,
  partners: {
    'voe-mais': {
      title: 'Voe Mais',
      connection: {
        kind: 'http',
        base_url: process.env['PARTNER_URL'] ?? '',
        client_id: testCredentials.client_id,
      },
    },
  },
  car_park: {
    kind: 'http',
    base_url: process.env['CAR_PARK_URL'] ?? '',
    api_key_id: testCredentials.api_key_id,
  },
}
