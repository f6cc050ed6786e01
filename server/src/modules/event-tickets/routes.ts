import {
  calendarFilePath,
  cancelReservationCall,
  confirmReservationCall,
  listMyTicketsCall,
  listSessionsCall,
  readReservationCall,
  reservationCancelledMessage,
  reserveCall,
} from '@clube/contract/event-tickets/calls.ts'
import {
  acceptOfferCall,
  joinWaitingListCall,
  leaveWaitingListCall,
  listMyWaitingCall,
  waitingListLeftMessage,
} from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { acceptOffer } from './accept-offer.ts'
import { bindCalendarFile } from './calendar-routes.ts'
import { cancelReservation } from './cancel-reservation.ts'
import { confirmReservation } from './confirm-reservation.ts'
import type { EventTicketDeps } from './deps.ts'
import { bindGate } from './gate-routes.ts'
import { joinWaitingList } from './join-waiting-list.ts'
import { leaveWaitingList } from './leave-waiting-list.ts'
import { listSessions } from './read-sessions.ts'
import { createReserveTickets } from './reserve-tickets.ts'
import { bindEventDesk } from './staff-routes.ts'
import { listMyTickets, readReservation } from './view-reservations.ts'
import { viewEntry } from './waiting-entry.ts'
import { listOpenEntries } from './waiting-store.ts'

/** Serves sessions to everybody, reservations and tickets to their owners, desk and gate to staff. */
export const bindEventTickets = (binder: Binder, deps: EventTicketDeps): void => {
  const reserveTickets = createReserveTickets(deps)

  bindCall(binder, listSessionsCall, async ({ query, session }) => {
    const customer_id = session?.level === 'customer' ? session.customer_id : null
    return { data: await listSessions(deps, { ...query, customer_id }) }
  })
  bindCall(binder, reserveCall, async ({ body, session: { customer_id } }) => ({
    data: await reserveTickets({ ...body, customer_id }),
  }))
  bindCall(binder, readReservationCall, async ({ params, session: { customer_id } }) => ({
    data: await readReservation(deps, { ...params, customer_id }),
  }))
  bindCall(binder, confirmReservationCall, async ({ body, session: { customer_id }, facts }) => {
    const participants = body.participants.map(({ name, birth_date = null }) => ({ name, birth_date }))
    const { reservation_id, terms_version = null } = body
    const input = { customer_id, reservation_id, participants, terms_version, address: facts.address }
    return { data: await confirmReservation(deps, input) }
  })
  bindCall(binder, cancelReservationCall, async ({ body, session: { customer_id } }) => {
    await cancelReservation(deps, { ...body, customer_id })
    return { data: body, message: reservationCancelledMessage }
  })
  bindCall(binder, listMyTicketsCall, async ({ session }) => ({
    data: await listMyTickets(deps, session.customer_id),
  }))

  bindCall(binder, joinWaitingListCall, async ({ body, session: { customer_id } }) => ({
    data: await joinWaitingList(deps, { ...body, customer_id }),
  }))
  bindCall(binder, leaveWaitingListCall, async ({ body, session: { customer_id } }) => ({
    data: await leaveWaitingList(deps, { ...body, customer_id }),
    message: waitingListLeftMessage,
  }))
  bindCall(binder, acceptOfferCall, async ({ body, session: { customer_id } }) => ({
    data: await acceptOffer(deps, { ...body, customer_id }),
  }))
  bindCall(binder, listMyWaitingCall, async ({ session: { customer_id } }) => {
    const now = deps.clock()
    const entries = await listOpenEntries(deps.db, { customer_id })
    return { data: entries.map((entry) => viewEntry(entry, now)) }
  })

  bindCalendarFile(binder, deps, calendarFilePath(':reservation_id'))
  bindEventDesk(binder, deps)
  bindGate(binder, deps)
}
