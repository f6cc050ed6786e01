import { eventTicketAuditTitles } from '@clube/contract/event-tickets/audit-titles.ts'
import { eventTicketSettings } from '@clube/contract/event-tickets/settings.ts'
import { lazyPage } from '../../../platform/navigation/lazy-page.tsx'
import { defineSettingsEditor, type StaffPromotion } from '../../promotions/promotion.ts'
import { deleteOfflinePage } from '../gate/gate-page.ts'
import { deleteGateData, savedIdentity } from '../gate/gate-store.ts'
import { eventPaths } from './event-paths.ts'

/** Event tickets in the staff application. */
export const eventTicketsPromotion: StaffPromotion = {
  desks: [
    {
      path: eventPaths.gate,
      title: 'Portaria',
      permission: 'gate.scan',
      page: lazyPage(async () => (await import('../gate/gate-desk.tsx')).GateDesk),
    },
    {
      path: eventPaths.events,
      title: 'Eventos',
      permission: 'events.manage',
      page: lazyPage(async () => (await import('./events-desk.tsx')).EventsDesk),
    },
  ],
  settings: defineSettingsEditor({
    schema: eventTicketSettings,
    formValuesOf: () => ({}),
    settingsOf: () => ({}),
    Fields: () => <p className="soft small">As sessões e os lugares são escritos na mesa Eventos.</p>,
  }),
  hints: {
    stock: 'Deixe vazio: os lugares são contados em cada sessão.',
    limit: 'Deixe vazio: o limite de ingressos é o de cada sessão.',
  },
  auditTitles: eventTicketAuditTitles,
  offline: {
    path: eventPaths.gate,
    savedIdentity,
    deleteData: async () => {
      await Promise.all([deleteGateData(), deleteOfflinePage()])
    },
  },
}
