import { birthDateInvalidMessage } from '@clube/contract/brazil/birth-date.ts'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { participantCountMessage, reserveRefusals } from '@clube/contract/event-tickets/refusals.ts'
import type { Reservation as ReservationView } from '@clube/contract/event-tickets/reservation.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { fillSentence } from '@clube/contract/kernel/refusals.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { InvalidInput, Refusal } from '../../kernel/refusal.ts'
import { acceptDocument } from '../consent/index.ts'
import type { EventTicketDeps } from './deps.ts'
import { reservationStateAt } from './reservation.ts'
import { confirmHold } from './reservation-store.ts'
import { isTooYoung, type Session } from './session.ts'
import { lockSession, movePlaces } from './session-store.ts'
import { codeAtRest, createTicketCode } from './ticket.ts'
import { insertTickets } from './ticket-store.ts'
import { findOwn, viewReservation } from './view-reservations.ts'

export type Participant = { readonly name: string; readonly birth_date: string | null }

/**
 * Turns held places into tickets, within the hold's 900 seconds; a confirmed one stays as it is.
 * @throws {Refusal} one of `confirmRefusals`
 * @throws {InvalidInput} when there is not one fitting participant per ticket
 */
export const confirmReservation = (
  deps: EventTicketDeps,
  input: {
    customer_id: string
    reservation_id: string
    participants: readonly Participant[]
    /** Version of the event's terms that the person read; null where the club has none. */
    terms_version: string | null
    /** Evidence of where the terms were accepted. */
    address: string
  },
): Promise<ReservationView> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const { session_id } = await findOwn(tx, input)
    const session = await lockSession(tx, session_id)
    if (!session) throw new Error('A reservation without a session')
    // Only now nobody else can change it.
    const reservation = await findOwn(tx, input)
    const state = reservationStateAt(reservation, now)
    switch (state) {
      case 'confirmed':
      case 'released':
        return viewReservation(deps, tx, reservation)
      case 'cancelled':
        throw new Refusal('event-tickets.reservation-cancelled')
      case 'expired':
        throw new Refusal('event-tickets.reservation-expired')
      case 'held':
        break
      default:
        return state satisfies never
    }
    const faults = participantFaults(session, reservation.quantity, input.participants, now)
    if (faults.length > 0) throw new InvalidInput(faults)
    await acceptTerms(tx, { ...input, now, service_channel: reservation.service_channel })
    if (!(await confirmHold(tx, { id: reservation.id, address: input.address, now })))
      throw new Refusal('event-tickets.reservation-expired')
    await issueTickets(deps, tx, { ...input, session_id, now })
    return viewReservation(deps, tx, await findOwn(tx, input))
  })

/** Keeps the evidence of the version that was read. */
const acceptTerms = async (
  tx: Tx,
  input: {
    customer_id: string
    terms_version: string | null
    address: string
    service_channel: string
    now: Date
  },
): Promise<void> => {
  const { terms_version, ...origin } = input
  if (terms_version === null) return
  try {
    await acceptDocument(tx, { kind: 'event_terms', scope: '', version: terms_version }, origin)
  } catch (error) {
    throw error instanceof Refusal ? new Refusal('event-tickets.terms-outdated') : error
  }
}

const issueTickets = async (
  deps: EventTicketDeps,
  tx: Tx,
  input: {
    reservation_id: string
    session_id: string
    participants: readonly Participant[]
    now: Date
  },
): Promise<void> => {
  const { reservation_id, session_id, participants, now } = input
  const sold = participants.length
  if (!(await movePlaces(tx, session_id, { held: -sold, sold })))
    throw new Error('Places were sold that are not there')
  await insertTickets(tx, {
    reservation_id,
    session_id,
    now,
    tickets: participants.map(({ name, birth_date }) => ({
      ...codeAtRest(deps.vault, createTicketCode(deps.chance)),
      participant_name: name,
      birth_date,
    })),
  })
}

/** What is wrong with the participants: one for each ticket, old enough on the session's day. */
export const participantFaults = (
  session: Pick<Session, 'minimum_age' | 'starts_at'>,
  quantity: number,
  participants: readonly Participant[],
  now: Date,
): FieldError[] => {
  if (participants.length !== quantity) return [{ path: 'participants', message: participantCountMessage }]
  const { minimum_age } = session
  if (minimum_age === null) return []
  const sentence = reserveRefusals['event-tickets.under-age'].message
  return participants.flatMap(({ birth_date }, at) => {
    const path = `participants.${at}.birth_date`
    if (birth_date === null) return [{ path, message: requiredTextMessage }]
    if (birth_date > clubDayOf(now)) return [{ path, message: birthDateInvalidMessage }]
    return isTooYoung(session, birth_date)
      ? [{ path, message: fillSentence(sentence, { N: minimum_age }) }]
      : []
  })
}
