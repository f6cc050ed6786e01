import { partnerPointsSettings } from '@clube/contract/partner-points/settings.ts'
import { defineSettingsEditor, type PromotionEditor } from '../../promotions/promotion.ts'
import { PartnerSettingsFields } from './settings-fields.tsx'
import { PartnerSettingsSummary } from './settings-summary.tsx'
import { settingsFrom, settingsTexts, settingsTitle } from './settings-values.ts'

/** The part of a campaign's form that belongs to partner points. */
export const partnerPointsEditor: PromotionEditor = {
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
}
