import type { ComponentType } from 'react'
import { lazyPage, type LazyPage } from '../../platform/navigation/lazy-page.tsx'
import { pathPatterns } from '../../platform/navigation/paths.ts'

export type PageRoute = {
  pattern: string
  page: LazyPage<object>
}

/** A page behind the session gate; the gate's code comes with the first such page. */
const gated = (load: () => Promise<ComponentType<object>>): LazyPage<object> =>
  lazyPage(async () => {
    const [{ gatePage }, Page] = await Promise.all([import('./session-gate.tsx'), load()])
    return gatePage(Page)
  })

/** Every page of the shopper, each in a chunk of its own. */
export const routes: Readonly<Record<keyof typeof pathPatterns, PageRoute>> = {
  home: {
    pattern: pathPatterns.home,
    page: gated(() => import('../features/home/home-page.tsx').then(({ HomePage }) => HomePage)),
  },
  signIn: {
    pattern: pathPatterns.signIn,
    page: lazyPage(() => import('../flows/sign-in/sign-in-page.tsx').then(({ SignInPage }) => SignInPage)),
  },
  registration: {
    pattern: pathPatterns.registration,
    page: lazyPage(() =>
      import('../features/registration/registration-page.tsx').then(
        ({ RegistrationPage }) => RegistrationPage,
      ),
    ),
  },
  profile: {
    pattern: pathPatterns.profile,
    page: gated(() => import('../features/profile/profile-page.tsx').then(({ ProfilePage }) => ProfilePage)),
  },
  privacy: {
    pattern: pathPatterns.privacy,
    page: gated(() => import('../features/privacy/privacy-page.tsx').then(({ PrivacyPage }) => PrivacyPage)),
  },
  promotions: {
    pattern: pathPatterns.promotions,
    page: lazyPage(() =>
      import('../features/promotions/promotions-page.tsx').then(({ PromotionsPage }) => PromotionsPage),
    ),
  },
  promotion: {
    pattern: pathPatterns.promotion,
    page: lazyPage(() =>
      import('../features/promotions/promotion-page.tsx').then(({ PromotionPage }) => PromotionPage),
    ),
  },
  receipts: {
    pattern: pathPatterns.receipts,
    page: gated(() =>
      import('../features/receipts/receipts-page.tsx').then(({ ReceiptsPage }) => ReceiptsPage),
    ),
  },
  newReceipt: {
    pattern: pathPatterns.newReceipt,
    page: gated(() =>
      import('../features/receipts/new-receipt-page.tsx').then(({ NewReceiptPage }) => NewReceiptPage),
    ),
  },
  tickets: {
    pattern: pathPatterns.tickets,
    page: lazyPage(async () => {
      const [{ gatePage }, { TicketsPage, OfflineTicketsPage }] = await Promise.all([
        import('./session-gate.tsx'),
        import('../features/tickets/tickets-page.tsx'),
      ])
      return gatePage(TicketsPage, OfflineTicketsPage)
    }),
  },
  reserve: {
    pattern: pathPatterns.reserve,
    page: gated(() => import('../features/tickets/reserve-page.tsx').then(({ ReservePage }) => ReservePage)),
  },
  points: {
    pattern: pathPatterns.points,
    page: gated(() => import('../features/points/points-page.tsx').then(({ PointsPage }) => PointsPage)),
  },
  participations: {
    pattern: pathPatterns.participations,
    page: gated(() =>
      import('../features/participations/participations-page.tsx').then(
        ({ ParticipationsPage }) => ParticipationsPage,
      ),
    ),
  },
  document: {
    pattern: pathPatterns.document,
    page: lazyPage(() =>
      import('../features/consent/consent-page.tsx').then(({ ConsentPage }) => ConsentPage),
    ),
  },
}

/** What any other address shows. */
export const NotFoundPage = lazyPage(() =>
  import('./not-found-page.tsx').then((module) => module.NotFoundPage),
)

/** The route of an address; undefined where there is no such page. */
export function routeOf(address: string): PageRoute | undefined {
  const path = address.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '')
  return Object.values(routes).find(({ pattern }) =>
    new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path),
  )
}
