import { scratchCardSettings } from '@clube/contract/scratch-card/settings.ts'
import { defineSettingsEditor, type PromotionEditor } from '../../promotions/promotion.ts'
import { ScratchSettingsFields } from './settings-fields.tsx'
import { ScratchSettingsSummary } from './settings-summary.tsx'
import { rowFields, settingsFrom, settingsTexts, settingsTitle } from './settings-values.ts'

/** The part of a campaign's form that belongs to scratch cards. */
export const scratchCardEditor: PromotionEditor = {
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
}
