import { freeGiftSettings } from '@clube/contract/free-gifts/settings.ts'
import { defineSettingsEditor, type PromotionEditor } from '../../promotions/promotion.ts'
import { GiftSettingsFields } from './settings-fields.tsx'
import { GiftSettingsSummary } from './settings-summary.tsx'
import { rowFields, settingsFrom, settingsTexts, settingsTitle } from './settings-values.ts'

/** The part of a campaign's form that belongs to free gifts. */
export const freeGiftsEditor: PromotionEditor = {
  settings: defineSettingsEditor({
    schema: freeGiftSettings,
    formValuesOf: settingsTexts,
    settingsOf: settingsFrom,
    Fields: GiftSettingsFields,
    rowFields,
    titleOf: settingsTitle,
    Summary: GiftSettingsSummary,
  }),
  hints: {
    stock: 'Quantos brindes a promoção promete ao todo. Nunca se recebe mais do que isso.',
    limit: 'Cada participação dá 1 brinde. Vazio, sem limite.',
  },
}
