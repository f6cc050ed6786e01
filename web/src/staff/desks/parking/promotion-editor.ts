import { parkingVoucherSettings } from '@clube/contract/parking-voucher/settings.ts'
import { defineSettingsEditor, type PromotionEditor } from '../../promotions/promotion.ts'
import { ParkingSettingsFields } from './settings-fields.tsx'
import { ParkingSettingsSummary } from './settings-summary.tsx'
import { rowFields, settingsFrom, settingsTexts, settingsTitle } from './settings-values.ts'

/** The part of a campaign's form that belongs to parking vouchers. */
export const parkingVoucherEditor: PromotionEditor = {
  settings: defineSettingsEditor({
    schema: parkingVoucherSettings,
    formValuesOf: settingsTexts,
    settingsOf: settingsFrom,
    Fields: ParkingSettingsFields,
    rowFields,
    titleOf: settingsTitle,
    Summary: ParkingSettingsSummary,
  }),
  hints: {
    stock: 'Deixe vazio: não há um número de vales. O limite é por pessoa e por dia.',
    limit: 'Cada participação dá 1 vale-estacionamento. Vazio, sem limite.',
  },
}
