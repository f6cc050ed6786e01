import { configuration as passwordless } from './club-passwordless.ts'
import type { ClubConfigurationFile } from '../server/src/main/club-configuration.ts'

/** A club in which the document alone is greeted and no more. */
export const configuration: ClubConfigurationFile = {
  ...passwordless,
  club: { ...passwordless.club, passwordless_sessions: { may: 'identify' } },
}
