import { newProjectAuditTitles } from '@clube/contract/new-project/audit-titles.ts'
import { lazyPage } from '../../../platform/navigation/lazy-page.tsx'
import type { StaffPromotion } from '../../promotions/promotion.ts'
import { projectDeskPaths } from './project-paths.ts'

/** Brand projects in the staff application: the analysts' desk, and the brands for marketing and the approver. */
export const newProjectPromotion: StaffPromotion = {
  desks: [
    {
      path: projectDeskPaths.projects,
      title: 'Projetos',
      permission: 'projects.decide',
      waiting: ['projects.decide'],
      page: lazyPage(async () => (await import('./projects-desk.tsx')).ProjectsDesk),
    },
    {
      path: projectDeskPaths.brands,
      title: 'Marcas',
      permission: 'brands.read',
      waiting: ['brands.approve'],
      page: lazyPage(async () => (await import('./brands-desk.tsx')).BrandsDesk),
    },
  ],
  auditTitles: newProjectAuditTitles,
  offline: null,
}
