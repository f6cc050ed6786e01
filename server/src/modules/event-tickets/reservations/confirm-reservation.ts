import { confirmReservationCall } from '@clube/contract/event-tickets/calls.ts'
import { birthDateInvalidMessage, isYoungerThan } from '@clube/contract/brazil/birth-date.ts'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { participantCountMessage, reserveRefusals } from '@clube/contract/event-tickets/refusals.ts'
import type { Reservation as ReservationView } from '@clube/contract/event-tickets/reservation.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { fillMessage } from '@clube/contract/kernel/refusals.ts'
import { clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { createBatchQueue, type Settled } from '../../../db/batching.ts'
import { inTransaction, type Tx } from '../../../db/database.ts'
import { InvalidInput, isRefusal, refusalsOf } from '../../../kernel/refusal.ts'
import { acceptDocument, lockIfNoneInForce } from '../../consent/index.ts'
import type { Actor } from '../../sessions/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { notifyOfConfirmation } from './confirmation-message.ts'
import { reservationStateAt, wasEndedBySession } from './reservation.ts'
import { confirmHold, type ReservationWithSession } from './reservation-store.ts'
import type { EventSession } from '../event-session.ts'
import { lockSession, movePlaces } from '../event-session-store.ts'
import { createVoucherCode } from '../../campaigns/index.ts'
import { withShortHashes } from './offline-hashes.ts'
import { ticketCodes } from './ticket.ts'
import { insertTickets, listTicketsOfReservations } from './ticket-store.ts'
import { findOwn, viewReservation } from './view-reservations.ts'

const refuse = refusalsOf(confirmReservationCall)

type SeenSession = { readonly starts_at: string; readonly place: string }

export type Participant = { readonly name: string; readonly birth_date: string | null }

/**
 * Confirms held places within the hold's 900 seconds; a confirmed reservation is unchanged. Confirmations in one session that
 * arrive while a transaction for it is in flight share the next one, because each needs the session's lock.
 * @throws {Refusal} one of `confirmRefusals`, session.password-required
 * @throws {InvalidInput} when there is not one valid participant per ticket
 */
export const createConfirmReservation = (
  deps: EventTicketDeps,
): ((input: Confirmation) => Promise<ReservationView>) => {
  const enqueue = createBatchQueue<Confirmation, ReservationView>(
    (session_id, confirmations) => confirmBatch(deps, session_id, confirmations),
    { limit: maxBatch },
  )
  return async (input) => {
    const { session_id } = await findOwn(deps.db, { ...input, refuse })
    const view = await enqueue(session_id, input)
    void prepareOfflineList(deps, input.reservation_id).catch(() => {})
    return view
  }
}

/** A head start for the gate's list, which computes what is missing: each ticket takes about 10 ms of a processor. */
const prepareOfflineList = async (deps: EventTicketDeps, reservation_id: string): Promise<void> => {
  await withShortHashes(deps, await listTicketsOfReservations(deps.db, [reservation_id]))
}

/** Limits how long other requests wait for the session, since each confirmation makes several statements. */
const maxBatch = 20

type Confirmation = Actor & {
  reservation_id: string
  participants: readonly Participant[]
  /** Accepted version of the event's terms; null when the club has none. */
  terms_version: string | null
  /** The session's start and place that the person saw; null if the client did not state them. */
  seen_session: SeenSession | null
  /** Evidence for the acceptance of the terms. */
  ip: string
}

/** Nothing is stored for a refused confirmation. When one fails otherwise, none is stored. */
const confirmBatch = (
  deps: EventTicketDeps,
  session_id: string,
  confirmations: readonly Confirmation[],
): Promise<Settled<ReservationView>[]> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const session = await lockSession(tx, session_id)
    if (!session) throw new Error('The reservation has no session')
    const settled: Settled<ReservationView>[] = []
    for (const input of confirmations) settled.push(await confirmOne(deps, tx, session, input, now))
    return settled
  })

const confirmOne = async (
  deps: EventTicketDeps,
  tx: Tx,
  session: EventSession,
  input: Confirmation,
  now: Date,
): Promise<Settled<ReservationView>> => {
  const { identified_session_id, ip } = input
  try {
    // Read under the lock: it may have changed.
    const reservation = await findOwn(tx, { ...input, refuse })
    if (!requiresConfirmation(deps, session, reservation, input, now))
      return { ok: true, result: await viewReservation(deps, tx, reservation, input) }
    await acceptTerms(tx, { ...input, now, service_channel: reservation.service_channel })
  } catch (error) {
    if (isRefusal(error) || error instanceof InvalidInput) return { ok: false, error }
    throw error
  }
  if (!(await confirmHold(tx, { id: input.reservation_id, identified_session_id, ip, now })))
    throw refuse('event-tickets.reservation-expired')
  await issueTickets(deps, tx, { ...input, session_id: session.id, now })
  const confirmed = await findOwn(tx, { ...input, refuse })
  await notifyOfConfirmation(deps, tx, confirmed, ip)
  return { ok: true, result: await viewReservation(deps, tx, confirmed, input) }
}

/**
 * @returns false when it was confirmed before
 * @throws {Refusal | InvalidInput} as `createConfirmReservation`
 */
const requiresConfirmation = (
  { time_zone }: Pick<EventTicketDeps, 'time_zone'>,
  session: EventSession,
  reservation: ReservationWithSession,
  { seen_session, participants }: Confirmation,
  now: Date,
): boolean => {
  const state = reservationStateAt(reservation, now)
  switch (state) {
    case 'confirmed':
    case 'released':
      return false
    case 'cancelled':
      throw refuse(
        wasEndedBySession(reservation)
          ? 'event-tickets.session-cancelled'
          : 'event-tickets.reservation-cancelled',
      )
    case 'expired':
      throw refuse('event-tickets.reservation-expired')
    case 'held':
      break
    default:
      return state satisfies never
  }
  if (session.cancelled_at) throw refuse('event-tickets.session-cancelled')
  if (isOutdated(seen_session, session)) throw refuse('event-tickets.session-changed')
  const errors = participantErrors({
    session,
    quantity: reservation.quantity,
    participants,
    now,
    time_zone,
  })
  if (errors.length > 0) throw new InvalidInput(errors)
  return true
}

/** Whether a session's start or place differs from what the person saw. */
const isOutdated = (
  seen: SeenSession | null,
  { starts_at, place }: Pick<EventSession, 'starts_at' | 'place'>,
): boolean => seen !== null && (Date.parse(seen.starts_at) !== starts_at.getTime() || seen.place !== place)

/** Stores the acceptance of the given version; without one, none may be in force. */
const acceptTerms = async (
  tx: Tx,
  input: {
    customer_id: string
    terms_version: string | null
    ip: string
    service_channel: string
    now: Date
  },
): Promise<void> => {
  const { terms_version, ...origin } = input
  const kind = 'event_terms'
  const isAccepted =
    terms_version === null
      ? await lockIfNoneInForce(tx, kind, '')
      : await acceptDocument(tx, { kind, scope: '', version: terms_version }, origin)
  if (!isAccepted) throw refuse('event-tickets.terms-outdated')
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
    throw new Error('More places were sold than are available')
  await insertTickets(tx, {
    reservation_id,
    session_id,
    now,
    tickets: participants.map(({ name, birth_date }) => ({
      ...ticketCodes.atRest(deps.vault, createVoucherCode(deps.random)),
      participant_name: name,
      birth_date,
    })),
  })
}

/** Validation errors of the participants: one per ticket, old enough on the session's day. */
export const participantErrors = (input: {
  session: Pick<EventSession, 'minimum_age' | 'starts_at'>
  quantity: number
  participants: readonly Participant[]
  now: Date
  time_zone: TimeZone
}): FieldError[] => {
  const { session, quantity, participants, now, time_zone } = input
  if (participants.length !== quantity) return [{ path: 'participants', message: participantCountMessage }]
  const { minimum_age } = session
  if (minimum_age === null) return []
  const { message } = reserveRefusals['event-tickets.under-age']
  return participants.flatMap(({ birth_date }, index) => {
    const path = `participants.${index}.birth_date`
    if (birth_date === null) return [{ path, message: requiredTextMessage }]
    if (birth_date > clubDayOf(now, time_zone)) return [{ path, message: birthDateInvalidMessage }]
    return isYoungerThan(birth_date, minimum_age, clubDayOf(session.starts_at, time_zone))
      ? [{ path, message: fillMessage(message, { N: minimum_age }) }]
      : []
  })
}
