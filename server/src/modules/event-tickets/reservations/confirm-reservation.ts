import { confirmReservationCall } from '@clube/contract/event-tickets/calls.ts'
import { birthDateInvalidMessage, isYoungerThan } from '@clube/contract/brazil/birth-date.ts'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { participantCountMessage, reserveRefusals } from '@clube/contract/event-tickets/refusals.ts'
import type { Reservation as ReservationView } from '@clube/contract/event-tickets/reservation.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { fillMessage } from '@clube/contract/kernel/refusals.ts'
import { clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { createBatchQueue, createMicroBatch, type Settled } from '../../../db/batching.ts'
import { inTransaction, type Db, type Tx } from '../../../db/database.ts'
import { InvalidInput, isRefusal, refusalsOf } from '../../../kernel/refusal.ts'
import { acceptDocument, lockIfNoneInForce } from '../../consent/index.ts'
import type { Actor } from '../../sessions/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { enqueueConfirmed } from './confirmation-message.ts'
import { reservationStateAt, wasEndedBySession } from './reservation.ts'
import { confirmHolds, listReservations, type ReservationWithSession } from './reservation-store.ts'
import type { EventSession } from '../event-session.ts'
import { lockSession, movePlaces } from '../event-session-store.ts'
import { createVoucherCode } from '../../campaigns/index.ts'
import { ticketCodes } from './ticket.ts'
import { insertTickets } from './ticket-store.ts'
import { requireOwn, viewReservations } from './view-reservations.ts'

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
  const findReservation = createMicroBatch((ids: readonly string[]) => findReservations(deps.db, ids))
  return async (given) => {
    // Found by the database's spelling.
    const input = { ...given, reservation_id: given.reservation_id.toLowerCase() }
    const reservation = await findReservation(input.reservation_id)
    const { session_id } = requireOwn(reservation, { ...input, refuse })
    return enqueue(session_id, input)
  }
}

/** Limits how long other requests wait for the session. */
const maxBatch = 100

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
    const refused = new Map<Confirmation, unknown>()
    // Repeated requests for a reservation are decided after the first one, like in transactions of their own.
    for (let rest = confirmations; rest.length > 0;) {
      const first = new Map(rest.toReversed().map((input) => [input.reservation_id, input]))
      const round = rest.filter((input) => first.get(input.reservation_id) === input)
      rest = rest.filter((input) => !round.includes(input))
      await confirmRound(deps, tx, { session, confirmations: round, refused, now })
    }
    const accepted = confirmations.filter((input) => !refused.has(input))
    const reservations = await findReservations(tx, accepted.map(idOf))
    const views = await viewReservations(
      deps,
      tx,
      accepted.map((actor) => ({
        reservation: requireOwn(reservations.get(actor.reservation_id), { ...actor, refuse }),
        actor,
      })),
    )
    const viewOf = new Map(accepted.map((input, index) => [input, views[index] as ReservationView]))
    return confirmations.map((input) => {
      const result = viewOf.get(input)
      return result ? { ok: true, result } : { ok: false, error: refused.get(input) }
    })
  })

/** Confirms different reservations of a locked session, and adds the refused ones to `refused`. */
const confirmRound = async (
  deps: EventTicketDeps,
  tx: Tx,
  round: {
    session: EventSession
    confirmations: readonly Confirmation[]
    refused: Map<Confirmation, unknown>
    now: Date
  },
): Promise<void> => {
  const { session, confirmations, refused, now } = round
  // Read under the lock: they may have changed.
  const reservations = await findReservations(tx, confirmations.map(idOf))
  const held: Held[] = []
  for (const input of confirmations)
    try {
      const reservation = requireOwn(reservations.get(input.reservation_id), { ...input, refuse })
      if (requiresConfirmation(deps, session, reservation, input, now)) held.push({ input, reservation })
    } catch (error) {
      if (!isRefusal(error) && !(error instanceof InvalidInput)) throw error
      refused.set(input, error)
    }
  for (const [terms_version, same] of Map.groupBy(held, ({ input }) => input.terms_version))
    if (await acceptTerms(tx, terms_version, same, now)) {
      const inputs = same.map(({ input }) => input)
      await storeConfirmed(deps, tx, session, inputs, now)
    } else for (const { input } of same) refused.set(input, refuse('event-tickets.terms-outdated'))
}

type Held = { readonly input: Confirmation; readonly reservation: ReservationWithSession }

const idOf = ({ reservation_id }: Confirmation): string => reservation_id

const findReservations = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReservationWithSession>> =>
  new Map((await listReservations(db, ids)).map((reservation) => [reservation.id, reservation]))

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

/** Stores the acceptances of the given version; without one, none may be in force. @returns false when it is outdated */
const acceptTerms = (
  tx: Tx,
  terms_version: string | null,
  held: readonly Held[],
  now: Date,
): Promise<boolean> => {
  const kind = 'event_terms'
  if (terms_version === null) return lockIfNoneInForce(tx, kind, '')
  const origins = held.map(({ input: { customer_id, ip }, reservation: { service_channel } }) => ({
    customer_id,
    ip,
    service_channel,
    now,
  }))
  return acceptDocument(tx, { kind, scope: '', version: terms_version }, ...origins)
}

/** Confirms the holds, issues their tickets and schedules the messages. */
const storeConfirmed = async (
  deps: EventTicketDeps,
  tx: Tx,
  { id: session_id }: EventSession,
  confirmations: readonly Confirmation[],
  now: Date,
): Promise<void> => {
  const holds = confirmations.map(({ reservation_id: id, identified_session_id, ip }) => ({
    id,
    identified_session_id,
    ip,
  }))
  if ((await confirmHolds(tx, holds, now)) !== holds.length) throw refuse('event-tickets.reservation-expired')
  const tickets = confirmations.flatMap(({ reservation_id, participants }) =>
    participants.map(({ name, birth_date }) => ({
      ...ticketCodes.atRest(deps.vault, createVoucherCode(deps.random)),
      reservation_id,
      participant_name: name,
      birth_date,
    })),
  )
  if (!(await movePlaces(tx, session_id, { held: -tickets.length, sold: tickets.length })))
    throw new Error('More places were sold than are available')
  await insertTickets(tx, { session_id, now, tickets })
  await enqueueConfirmed(
    deps,
    tx,
    holds.map(({ id }) => id),
  )
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
