import type { ComponentType } from 'react'
import type { pathPatterns } from '../../platform/navigation/paths.ts'

type LoadPage = () => Promise<ComponentType<object>>

/** A page behind the session gate; the gate's code is loaded with the first such page. */
const gated =
  (load: LoadPage, needs?: 'identified' | 'customer'): LoadPage =>
  async () => {
    const [{ gatePage }, Page] = await Promise.all([import('./session-gate.tsx'), load()])
    return gatePage(Page, needs && { needs })
  }

/**
 * Loads the code of each page, one chunk per page. The list of chunk names is a chunk of its own, because the sign-in
 * screen does not need it.
 */
export const pages = {
  home: gated(() => import('../features/home/home-page.tsx').then(({ HomePage }) => HomePage), 'identified'),
  registration: () =>
    import('../features/registration/registration-page.tsx').then(({ RegistrationPage }) => RegistrationPage),
  profile: gated(
    () => import('../features/profile/profile-page.tsx').then(({ ProfilePage }) => ProfilePage),
    'customer',
  ),
  privacy: gated(
    () => import('../features/privacy/privacy-page.tsx').then(({ PrivacyPage }) => PrivacyPage),
    'customer',
  ),
  promotions: () =>
    import('../features/promotions/promotions-page.tsx').then(({ PromotionsPage }) => PromotionsPage),
  promotion: () =>
    import('../features/promotions/promotion-page.tsx').then(({ PromotionPage }) => PromotionPage),
  receipts: gated(() =>
    import('../features/receipts/receipts-page.tsx').then(({ ReceiptsPage }) => ReceiptsPage),
  ),
  newReceipt: gated(() =>
    import('../features/receipts/new-receipt-page.tsx').then(({ NewReceiptPage }) => NewReceiptPage),
  ),
  points: gated(() => import('../features/points/points-page.tsx').then(({ PointsPage }) => PointsPage)),
  participations: gated(() =>
    import('../features/participations/participations-page.tsx').then(
      ({ ParticipationsPage }) => ParticipationsPage,
    ),
  ),
  document: () => import('../features/consent/consent-page.tsx').then(({ ConsentPage }) => ConsentPage),
} satisfies Readonly<Record<Exclude<keyof typeof pathPatterns, 'signIn'>, LoadPage>>
