import type { PromotionPages } from '../../promotions/promotion.ts'
import { parkingPaths } from './parking-paths.ts'

/** The pages of parking vouchers. */
export const parkingVoucherPages: PromotionPages = {
  routes: [
    {
      pattern: parkingPaths.mine,
      load: () =>
        import('./parking-page.tsx').then(({ ParkingPage, OfflineParkingPage }) => ({
          page: ParkingPage,
          offline: OfflineParkingPage,
        })),
    },
    {
      pattern: parkingPaths.apply(':slug'),
      load: () => import('./apply-voucher.tsx').then(({ ApplyVoucherPage }) => ({ page: ApplyVoucherPage })),
    },
    {
      pattern: parkingPaths.voucher(':transaction_id'),
      load: () =>
        import('./voucher-page.tsx').then(({ VoucherPage, OfflineVoucherPage }) => ({
          page: VoucherPage,
          offline: OfflineVoucherPage,
        })),
    },
  ],
  primaryAction: (slug) => ({ href: parkingPaths.apply(slug), label: 'Usar um vale' }),
  ownDataLabel: 'vales-estacionamento',
}
