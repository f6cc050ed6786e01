import { newProjectAuditTitles } from '@clube/contract/new-project/audit-titles.ts'
import { newProjectSettings } from '@clube/contract/new-project/settings.ts'
import { lazyPage } from '../../../platform/navigation/lazy-page.tsx'
import { defineSettingsEditor, type StaffPromotion } from '../../promotions/promotion.ts'
import { projectDeskPaths } from './project-paths.ts'
import { ProjectSettingsFields, ProjectSettingsSummary } from './settings-fields.tsx'

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
  settings: defineSettingsEditor({
    schema: newProjectSettings,
    formValuesOf: (settings) => ({
      brand_id: settings?.brand_id ?? '',
      points: settings?.points?.toString() ?? '',
      answer_days: settings ? String(settings.answer_days) : '10',
    }),
    settingsOf: ({ brand_id, points, answer_days }) => ({
      brand_id,
      points: points === '' ? null : Number(points),
      answer_days: Number(answer_days),
    }),
    Fields: ProjectSettingsFields,
    Summary: ProjectSettingsSummary,
  }),
  hints: {
    stock: 'Deixe vazio: projetos não têm estoque.',
    limit: 'Cada participação cadastra 1 projeto. A marca pode ter um limite próprio.',
  },
  auditTitles: newProjectAuditTitles,
  offline: null,
}
