import type { PromotionPages } from '../../promotions/promotion.ts'
import { giftPaths } from './gift-paths.ts'

/** The pages of free gifts. */
export const freeGiftsPages: PromotionPages = {
  routes: [
    {
      pattern: giftPaths.mine,
      load: () =>
        import('./gifts-page.tsx').then(({ GiftsPage, OfflineGiftsPage }) => ({
          page: GiftsPage,
          offline: OfflineGiftsPage,
        })),
    },
    {
      pattern: giftPaths.choose(':slug'),
      load: () => import('./choose-gift-page.tsx').then(({ ChooseGiftPage }) => ({ page: ChooseGiftPage })),
    },
    {
      pattern: giftPaths.voucher(':voucher_id'),
      load: () =>
        import('./voucher-page.tsx').then(({ VoucherPage, OfflineVoucherPage }) => ({
          page: VoucherPage,
          offline: OfflineVoucherPage,
        })),
    },
  ],
  primaryAction: (slug) => ({ href: giftPaths.choose(slug), label: 'Escolher brinde' }),
  ownDataLabel: 'brindes',
}
