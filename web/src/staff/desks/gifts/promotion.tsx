import { freeGiftAuditTitles } from '@clube/contract/free-gifts/audit-titles.ts'
import { freeGiftSettings } from '@clube/contract/free-gifts/settings.ts'
import { lazyPage } from '../../../platform/navigation/lazy-page.tsx'
import { defineSettingsEditor, type StaffPromotion } from '../../promotions/promotion.ts'
import { giftPaths } from './gift-paths.ts'
import { GiftSettingsFields } from './settings-fields.tsx'
import { GiftSettingsSummary } from './settings-summary.tsx'
import { rowFields, settingsFrom, settingsTexts, settingsTitle } from './settings-values.ts'

/** Free gifts in the staff application. */
export const freeGiftsPromotion: StaffPromotion = {
  desks: [
    {
      path: giftPaths.desk,
      title: 'Brindes',
      permission: 'gifts.deliver',
      page: lazyPage(async () => (await import('./gifts-desk.tsx')).GiftsDesk),
    },
    {
      path: giftPaths.stock,
      title: 'Estoque de brindes',
      permission: 'gifts.stock',
      page: lazyPage(async () => (await import('./stock-desk.tsx')).GiftStockDesk),
    },
  ],
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
  auditTitles: freeGiftAuditTitles,
  offline: null,
}
