import { partnerPointsAuditTitles } from '@clube/contract/partner-points/audit-titles.ts'
import { lazyPage } from '../../../platform/navigation/lazy-page.tsx'
import type { StaffPromotion } from '../../promotions/promotion.ts'
import { reconciliationPaths } from './reconciliation-paths.ts'

/** Partner points in the staff application. */
export const partnerPointsPromotion: StaffPromotion = {
  desks: [
    {
      path: reconciliationPaths.desk,
      title: 'Conciliação',
      permission: 'partners.reconcile',
      waiting: ['partners.reconcile'],
      page: lazyPage(async () => (await import('./reconciliation-desk.tsx')).ReconciliationDesk),
    },
  ],
  auditTitles: partnerPointsAuditTitles,
  offline: null,
}
