import { auditDeskScreens } from './audit-desk-screens.ts'
import { gateDeskScreens } from './gate-desk-screens.ts'
import { recoveryDeskScreens } from './recovery-desk-screens.ts'
import { recoveryScreens } from './recovery-screens.ts'
import type { ScreenState } from './screen-state.ts'
import { serviceDeskScreens } from './service-desk-screens.ts'
import { signInScreens } from './sign-in-screens.ts'
import { staffSignInScreens } from './staff-screens.ts'
import { supportScreens } from './support-screens.ts'
import { teamDeskScreens } from './team-desk-screens.ts'

/** Every screen in every state, in the order of the list. A new screen brings its states here. */
export const allScreens: readonly ScreenState[] = [
  ...signInScreens,
  ...recoveryScreens,
  ...supportScreens,
  ...staffSignInScreens,
  ...recoveryDeskScreens,
  ...serviceDeskScreens,
  ...teamDeskScreens,
  ...auditDeskScreens,
  ...gateDeskScreens,
]
