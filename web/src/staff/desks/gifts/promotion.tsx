import { freeGiftAuditTitles } from '@clube/contract/free-gifts/audit-titles.ts'
import { freeGiftSettings, type FreeGiftSettings } from '@clube/contract/free-gifts/settings.ts'
import { lazyPage } from '../../../platform/navigation/lazy-page.tsx'
import { defineSettingsEditor, type StaffPromotion } from '../../promotions/promotion.ts'
import { giftPaths } from './gift-paths.ts'

/** Free gifts in the staff application. */
export const freeGiftsPromotion: StaffPromotion = {
  desks: [
    {
      path: giftPaths.desk,
      title: 'Brindes',
      permission: 'gifts.deliver',
      page: lazyPage(async () => (await import('./gifts-desk.tsx')).GiftsDesk),
    },
  ],
  settings: defineSettingsEditor({
    schema: freeGiftSettings,
    formValuesOf: (settings) => ({ stored: settings === null ? '{}' : JSON.stringify(settings) }),
    settingsOf: ({ stored }) => JSON.parse(stored ?? '{}') as Record<keyof FreeGiftSettings, unknown>,
    Fields: () => null,
  }),
  hints: {},
  auditTitles: freeGiftAuditTitles,
  offline: null,
}
