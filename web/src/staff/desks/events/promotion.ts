import { eventTicketAuditTitles } from '@clube/contract/event-tickets/audit-titles.ts'
import { lazyPage } from '../../../platform/navigation/lazy-page.tsx'
import type { StaffPromotion } from '../../promotions/promotion.ts'
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
  auditTitles: eventTicketAuditTitles,
  offline: {
    path: eventPaths.gate,
    savedIdentity,
    deleteData: async () => {
      await Promise.all([deleteGateData(), deleteOfflinePage()])
    },
  },
}
