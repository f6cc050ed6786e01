import { configuration as passwordless } from './club-passwordless.ts'
import type { ClubConfigurationFile } from '../server/src/main/club-configuration.ts'

/** A club whose passwordless sessions only show a greeting. */
export const configuration: ClubConfigurationFile = {
  ...passwordless,
  club: { ...passwordless.club, passwordless_sessions: { may: 'identify' } },
}
