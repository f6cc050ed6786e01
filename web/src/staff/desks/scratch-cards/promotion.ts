import { scratchCardAuditTitles } from '@clube/contract/scratch-card/audit-titles.ts'
import { lazyPage } from '../../../platform/navigation/lazy-page.tsx'
import type { StaffPromotion } from '../../promotions/promotion.ts'
import { scratchPaths } from './scratch-paths.ts'

/** Scratch cards in the staff application: one desk, whose tabs depend on permissions. */
export const scratchCardPromotion: StaffPromotion = {
  desks: [
    {
      path: scratchPaths.desk,
      title: 'Raspadinhas',
      permission: ['scratch.board', 'scratch.deliver', 'scratch.give'],
      waiting: ['scratch.approve'],
      page: lazyPage(async () => (await import('./scratch-desk.tsx')).ScratchDesk),
    },
  ],
  auditTitles: scratchCardAuditTitles,
  offline: null,
}
