import { scratchCardAuditTitles } from '@clube/contract/scratch-card/audit-titles.ts'
import { scratchCardSettings } from '@clube/contract/scratch-card/settings.ts'
import { lazyPage } from '../../../platform/navigation/lazy-page.tsx'
import { defineSettingsEditor, type StaffPromotion } from '../../promotions/promotion.ts'
import { scratchPaths } from './scratch-paths.ts'
import { ScratchSettingsFields } from './settings-fields.tsx'
import { ScratchSettingsSummary } from './settings-summary.tsx'
import { rowFields, settingsFrom, settingsTexts, settingsTitle } from './settings-values.ts'

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
  settings: defineSettingsEditor({
    schema: scratchCardSettings,
    formValuesOf: settingsTexts,
    settingsOf: settingsFrom,
    Fields: ScratchSettingsFields,
    rowFields,
    titleOf: settingsTitle,
    Summary: ScratchSettingsSummary,
  }),
  hints: {
    stock: 'Deixe vazio: o número de cartões está nos ajustes da raspadinha.',
    limit: 'Cada participação raspa 1 raspadinha. Vazio, sem limite.',
  },
  auditTitles: scratchCardAuditTitles,
  offline: null,
}
