import { accountScreens } from './account-screens.ts'
import { customerServiceScreens } from './customer-service-screens.ts'
import { administrationDeskScreens } from './administration-desk-screens.ts'
import { customerServiceDeskScreens } from './customer-service-desk-screens.ts'
import { gateDeskScreens } from './gate-desk-screens.ts'
import { giftDeskScreens } from './gift-desk-screens.ts'
import { scratchDeskScreens } from './scratch-desk-screens.ts'
import { giftScreens } from './gift-screens.ts'
import { kioskScreens } from './kiosk-screens.ts'
import { marketingDeskScreens } from './marketing-desk-screens.ts'
import { parkingDeskScreens } from './parking-desk-screens.ts'
import { parkingScreens } from './parking-screens.ts'
import { purchaseDeskScreens } from './purchase-desk-screens.ts'
import { projectDeskScreens } from './project-desk-screens.ts'
import { projectScreens } from './project-screens.ts'
import { ratingDeskScreens } from './rating-desk-screens.ts'
import { ratingScreens } from './rating-screens.ts'
import { recoveryDeskScreens } from './recovery-desk-screens.ts'
import { recoveryScreens } from './recovery-screens.ts'
import { scratchAwardDeskScreens } from './scratch-award-desk-screens.ts'
import { scratchAwardScreens } from './scratch-award-screens.ts'
import { scratchCardScreens } from './scratch-card-screens.ts'
import { partnerDeskScreens } from './partner-desk-screens.ts'
import { partnerScreens } from './partner-screens.ts'
import type { ScreenState } from './screen-state.ts'
import { registrationScreens } from './registration-screens.ts'
import { shopperScreens } from './shopper-screens.ts'
import { signInScreens } from './sign-in-screens.ts'
import { staffSignInScreens } from './staff-screens.ts'
import { supportScreens } from './support-screens.ts'
import { ticketScreens } from './ticket-screens.ts'

/** Every screen in every state, in the order of the list. A new screen adds its states here. */
export const allScreens: readonly ScreenState[] = [
  ...signInScreens,
  ...recoveryScreens,
  ...supportScreens,
  ...registrationScreens,
  ...shopperScreens,
  ...ratingScreens,
  ...customerServiceScreens,
  ...accountScreens,
  ...ticketScreens,
  ...giftScreens,
  ...scratchCardScreens,
  ...scratchAwardScreens,
  ...partnerScreens,
  ...parkingScreens,
  ...projectScreens,
  ...kioskScreens,
  ...staffSignInScreens,
  ...recoveryDeskScreens,
  ...administrationDeskScreens,
  ...gateDeskScreens,
  ...giftDeskScreens,
  ...scratchDeskScreens,
  ...scratchAwardDeskScreens,
  ...partnerDeskScreens,
  ...parkingDeskScreens,
  ...projectDeskScreens,
  ...purchaseDeskScreens,
  ...ratingDeskScreens,
  ...customerServiceDeskScreens,
  ...marketingDeskScreens,
]
