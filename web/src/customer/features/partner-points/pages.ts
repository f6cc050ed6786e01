import type { PromotionPages } from '../../promotions/promotion.ts'
import { partnerPaths } from './partner-paths.ts'

/** The pages of partner points. */
export const partnerPointsPages: PromotionPages = {
  routes: [
    {
      pattern: partnerPaths.partners,
      needs: 'customer',
      load: () => import('./partners-page.tsx').then(({ PartnersPage }) => ({ page: PartnersPage })),
    },
    {
      pattern: partnerPaths.redeem(':slug'),
      needs: 'customer',
      load: () => import('./redeem-page.tsx').then(({ RedeemPage }) => ({ page: RedeemPage })),
    },
    {
      pattern: partnerPaths.redemption(':transaction_id'),
      needs: 'customer',
      load: () => import('./redemption-page.tsx').then(({ RedemptionPage }) => ({ page: RedemptionPage })),
    },
    {
      pattern: partnerPaths.link(':partner'),
      needs: 'customer',
      load: () => import('./link-page.tsx').then(({ LinkPage }) => ({ page: LinkPage })),
    },
  ],
  primaryAction: (slug) => ({ href: partnerPaths.redeem(slug), label: 'Resgatar' }),
  outcomeAction: (transaction_id) => ({
    href: partnerPaths.redemption(transaction_id),
    label: 'Ver resgate',
  }),
  ownDataLabel: 'programas parceiros',
}
