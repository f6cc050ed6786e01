import { parkingVoucherAuditTitles } from '@clube/contract/parking-voucher/audit-titles.ts'
import { parkingVoucherSettings } from '@clube/contract/parking-voucher/settings.ts'
import { lazyPage } from '../../../platform/navigation/lazy-page.tsx'
import { defineSettingsEditor, type StaffPromotion } from '../../promotions/promotion.ts'
import { parkingPaths } from './parking-paths.ts'
import { ParkingSettingsFields } from './settings-fields.tsx'
import { ParkingSettingsSummary } from './settings-summary.tsx'
import { rowFields, settingsFrom, settingsTexts, settingsTitle } from './settings-values.ts'

/** Parking vouchers in the staff application: one desk, whose tabs depend on permissions. */
export const parkingVoucherPromotion: StaffPromotion = {
  desks: [
    {
      path: parkingPaths.desk,
      title: 'Estacionamento',
      permission: ['parking.apply', 'parking.reconcile'],
      waiting: ['parking.reconcile'],
      page: lazyPage(async () => (await import('./parking-desk.tsx')).ParkingDesk),
    },
  ],
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
  auditTitles: parkingVoucherAuditTitles,
  offline: null,
}
