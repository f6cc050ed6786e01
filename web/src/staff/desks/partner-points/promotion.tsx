import { partnerPointsAuditTitles } from '@clube/contract/partner-points/audit-titles.ts'
import { partnerPointsSettings } from '@clube/contract/partner-points/settings.ts'
import { lazyPage } from '../../../platform/navigation/lazy-page.tsx'
import { defineSettingsEditor, type StaffPromotion } from '../../promotions/promotion.ts'
import { reconciliationPaths } from './reconciliation-paths.ts'
import { PartnerSettingsFields } from './settings-fields.tsx'
import { PartnerSettingsSummary } from './settings-summary.tsx'
import { settingsFrom, settingsTexts, settingsTitle } from './settings-values.ts'

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
  settings: defineSettingsEditor({
    schema: partnerPointsSettings,
    formValuesOf: settingsTexts,
    settingsOf: settingsFrom,
    Fields: PartnerSettingsFields,
    titleOf: settingsTitle,
    Summary: PartnerSettingsSummary,
  }),
  hints: {
    stock: 'Deixe vazio: pontos não têm estoque.',
    limit: 'Cada participação é um resgate. Vazio, sem limite.',
  },
  auditTitles: partnerPointsAuditTitles,
  offline: null,
}
