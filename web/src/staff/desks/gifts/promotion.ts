import { freeGiftAuditTitles } from '@clube/contract/free-gifts/audit-titles.ts'
import { lazyPage } from '../../../platform/navigation/lazy-page.tsx'
import type { StaffPromotion } from '../../promotions/promotion.ts'
import { giftPaths } from './gift-paths.ts'

/** Free gifts in the staff application. */
export const freeGiftsPromotion: StaffPromotion = {
  desks: [
    {
      path: giftPaths.desk,
      title: 'Brindes',
      permission: 'gifts.deliver',
      page: lazyPage(async () => (await import('./gifts-desk.tsx')).GiftsDesk),
    },
    {
      path: giftPaths.stock,
      title: 'Estoque de brindes',
      permission: 'gifts.stock',
      page: lazyPage(async () => (await import('./stock-desk.tsx')).GiftStockDesk),
    },
  ],
  auditTitles: freeGiftAuditTitles,
  offline: null,
}
