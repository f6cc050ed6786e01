import {
  cancelReservationCall,
  confirmReservationCall,
  listMyTicketsCall,
  listSessionsCall,
  readReservationCall,
  reservationCancelledMessage,
  reserveCall,
  reservationCalendarFile,
  reservationTicketsFile,
} from '@clube/contract/event-tickets/calls.ts'
import {
  acceptOfferCall,
  joinWaitingListCall,
  leaveWaitingListCall,
  listMyWaitingEntriesCall,
  lowerWaitingQuantityCall,
  waitingListLeftMessage,
} from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { bindForVisitors } from '../../http/bind-shared.ts'
import { bindFile } from '../../http/bind-file.ts'
import { calendarFile } from './reservations/calendar-file.ts'
import { acceptOffer } from './waiting-list/accept-offer.ts'
import { cancelReservation } from './reservations/cancel-reservation.ts'
import { printTickets } from './reservations/reservation-files.ts'
import { createConfirmReservation } from './reservations/confirm-reservation.ts'
import { actorOf, nameFor } from '../sessions/index.ts'
import type { EventTicketDeps } from './deps.ts'
import { bindGate } from './gate/gate-routes.ts'
import { joinWaitingList } from './waiting-list/join-waiting-list.ts'
import { leaveWaitingList } from './waiting-list/leave-waiting-list.ts'
import { lowerWaitingQuantity } from './waiting-list/lower-waiting-quantity.ts'
import { createReadOwnSessions, readSessions, sessionsForVisitors } from './read-sessions.ts'
import { currentCounts, shareCounts } from './session-counts.ts'
import { createReserveTickets } from './reservations/reserve-tickets.ts'
import { bindEventDesk } from './staff-routes.ts'
import { findConfirmed, listMyTickets, readReservation } from './reservations/view-reservations.ts'
import { listMyEntries } from './waiting-list/waiting-entry.ts'

const ticketListLimit = 200

/** Binds the calls for public sessions, customers' reservations and tickets, the desk and the gate. */
export const bindEventTickets = (binder: Binder, deps: EventTicketDeps): void => {
  const reserveTickets = createReserveTickets(deps)
  const confirmReservation = createConfirmReservation(deps)
  const readOwnSessions = createReadOwnSessions(deps)
  const { sharedAnswers } = binder
  const counts = sharedAnswers ? shareCounts(currentCounts(deps), sharedAnswers) : currentCounts(deps)

  bindForVisitors(binder, listSessionsCall, {
    read: ({ query }) => readSessions(deps, query.campaign_id),
    dataOf: (sessions) => sessionsForVisitors(deps, sessions),
    own: (sessions, session) => readOwnSessions(sessions, actorOf(session)),
  })
  bindCall(binder, reserveCall, async ({ body, session, hasProof }) => ({
    data: await reserveTickets({ ...body, ...actorOf(session), has_proof: hasProof }),
  }))
  bindCall(binder, readReservationCall, async ({ params, session }) => ({
    data: await readReservation(deps, { ...params, ...actorOf(session) }),
  }))
  bindCall(binder, confirmReservationCall, async ({ body, session, metadata }) => {
    const participants = body.participants.map(({ name, birth_date = null }) => ({ name, birth_date }))
    const { reservation_id, terms_version = null, seen_session = null } = body
    const evidence = { terms_version, seen_session, ip: metadata.ip }
    const input = { ...actorOf(session), reservation_id, participants, ...evidence }
    return { data: await confirmReservation(input) }
  })
  bindCall(binder, cancelReservationCall, async ({ body, session, metadata: { ip } }) => {
    await cancelReservation(deps, { ...body, ...actorOf(session), ip })
    return { data: body, message: reservationCancelledMessage }
  })
  bindCall(binder, listMyTicketsCall, async ({ session }) => ({
    data: await listMyTickets(deps, actorOf(session), ticketListLimit),
  }))

  bindCall(binder, joinWaitingListCall, async ({ body, session, hasProof }) => ({
    data: await joinWaitingList(deps, { ...body, ...actorOf(session), has_proof: hasProof }),
  }))
  bindCall(binder, leaveWaitingListCall, async ({ body, session }) => ({
    data: await leaveWaitingList(deps, { ...body, ...actorOf(session) }),
    message: waitingListLeftMessage,
  }))
  bindCall(binder, lowerWaitingQuantityCall, async ({ body, session }) => ({
    data: await lowerWaitingQuantity(deps, { ...body, ...actorOf(session) }),
  }))
  bindCall(binder, acceptOfferCall, async ({ body, session, hasProof }) => ({
    data: await acceptOffer(deps, { ...body, ...actorOf(session), has_proof: hasProof }),
  }))
  bindCall(binder, listMyWaitingEntriesCall, async ({ session }) => ({
    data: await listMyEntries(deps, actorOf(session)),
  }))

  bindFile(binder, reservationCalendarFile, async ({ params, session }) =>
    calendarFile('PUBLISH', [await findConfirmed(deps, { ...params, ...actorOf(session) })], deps.clock()),
  )
  bindFile(binder, reservationTicketsFile, async ({ params, session }) => {
    const actor = actorOf(session)
    const reservation = await findConfirmed(deps, { ...params, ...actor })
    return printTickets(deps, reservation, (name) => nameFor(actor, name))
  })
  bindEventDesk(binder, deps, counts)
  bindGate(binder, deps, counts)
}
