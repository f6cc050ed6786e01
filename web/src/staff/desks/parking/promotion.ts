import { parkingVoucherAuditTitles } from '@clube/contract/parking-voucher/audit-titles.ts'
import { lazyPage } from '../../../platform/navigation/lazy-page.tsx'
import type { StaffPromotion } from '../../promotions/promotion.ts'
import { parkingPaths } from './parking-paths.ts'

/** Parking vouchers in the staff application: one desk, whose tabs depend on permissions. */
export const parkingVoucherPromotion: StaffPromotion = {
  desks: [
    {
      path: parkingPaths.desk,
      title: 'Estacionamento',
      permission: ['parking.apply', 'parking.reconcile'],
      waiting: ['parking.reconcile'],
      page: lazyPage(async () => (await import('./parking-desk.tsx')).ParkingDesk),
    },
  ],
  auditTitles: parkingVoucherAuditTitles,
  offline: null,
}
