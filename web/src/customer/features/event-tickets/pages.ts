import type { PromotionPages } from '../../promotions/promotion.ts'
import { ticketPaths } from './ticket-paths.ts'

/** The pages of event tickets. */
export const eventTicketsPages: PromotionPages = {
  routes: [
    {
      pattern: ticketPaths.mine,
      load: () =>
        import('./tickets-page.tsx').then(({ TicketsPage, OfflineTicketsPage }) => ({
          page: TicketsPage,
          offline: OfflineTicketsPage,
        })),
    },
    {
      pattern: ticketPaths.reserve(':slug'),
      load: () => import('./reserve-page.tsx').then(({ ReservePage }) => ({ page: ReservePage })),
    },
  ],
  primaryAction: (slug) => ({ href: ticketPaths.reserve(slug), label: 'Escolher sessão' }),
  ownDataLabel: 'ingressos',
}
