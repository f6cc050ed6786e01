import type { ComponentType } from 'react'
import type { pathPatterns } from '../../platform/navigation/paths.ts'
import { startPromotions } from './start-promotions.ts'

type LoadPage = () => Promise<ComponentType<object>>
type LoadModule<Name extends string> = () => Promise<Readonly<Record<Name, ComponentType<object>>>>

/** A page behind the session gate; the gate's code is loaded with the first such page. */
const gated =
  <Name extends string>(load: LoadModule<Name>, name: Name, needs?: 'identified' | 'customer'): LoadPage =>
  async () => {
    const [{ gatePage }, module] = await Promise.all([import('./session-gate.tsx'), load()])
    return gatePage(module[name], { needs })
  }

/** A page that anonymous visitors can also open. */
const ungated =
  <Name extends string>(load: LoadModule<Name>, name: Name): LoadPage =>
  async () => {
    const [{ withClubData }, module] = await Promise.all([
      import('../../parts/club-data/club-data.tsx'),
      load(),
    ])
    return withClubData(module[name])
  }

/** A page that shows promotions of all kinds. */
const withPromotions =
  <Module>(load: () => Promise<Module>) =>
  (): Promise<Module> => {
    startPromotions()
    return load()
  }

/**
 * Loads the code of each page, one chunk per page. The list of chunk names is a chunk of its own, because the sign-in
 * screen does not need it.
 */
export const pages = {
  home: gated(
    withPromotions(() => import('../features/home/home-page.tsx')),
    'HomePage',
    'identified',
  ),
  registration: ungated(() => import('../features/registration/registration-page.tsx'), 'RegistrationPage'),
  profile: gated(() => import('../features/profile/profile-page.tsx'), 'ProfilePage', 'customer'),
  privacy: gated(() => import('../features/privacy/privacy-page.tsx'), 'PrivacyPage', 'customer'),
  promotions: ungated(
    withPromotions(() => import('../features/promotions/promotions-page.tsx')),
    'PromotionsPage',
  ),
  promotion: ungated(() => import('../features/promotions/promotion-page.tsx'), 'PromotionPage'),
  receipts: gated(() => import('../features/receipts/receipts-page.tsx'), 'ReceiptsPage'),
  newReceipt: gated(() => import('../features/receipts/new-receipt-page.tsx'), 'NewReceiptPage'),
  shops: ungated(() => import('../features/shops/shops-page.tsx'), 'ShopsPage'),
  rating: gated(() => import('../features/ratings/rating-page.tsx'), 'RatingPage'),
  ratingLink: ungated(() => import('../features/ratings/rating-link-page.tsx'), 'RatingLinkPage'),
  service: gated(() => import('../features/customer-service/service-page.tsx'), 'ServicePage', 'customer'),
  newServiceTicket: gated(
    () => import('../features/customer-service/new-ticket-page.tsx'),
    'NewTicketPage',
    'customer',
  ),
  newServiceTicketAbout: gated(
    () => import('../features/customer-service/new-ticket-page.tsx'),
    'NewTicketPage',
    'customer',
  ),
  serviceTicket: gated(
    () => import('../features/customer-service/conversation-page.tsx'),
    'ConversationPage',
    'customer',
  ),
  points: gated(
    withPromotions(() => import('../features/points/points-page.tsx')),
    'PointsPage',
  ),
  participations: gated(
    () => import('../features/participations/participations-page.tsx'),
    'ParticipationsPage',
  ),
  objection: ungated(() => import('../features/objection/objection-page.tsx'), 'ObjectionPage'),
  document: ungated(() => import('../features/consent/consent-page.tsx'), 'ConsentPage'),
} satisfies Readonly<Record<Exclude<keyof typeof pathPatterns, 'signIn'>, LoadPage>>
