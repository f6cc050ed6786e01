import { reservationEnd, type SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { createMicroBatch } from '../../db/micro-batch.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { executeEachOnce, type Done, type Fresh } from '../campaigns/index.ts'
import { createBatchQueue, type Settled } from './batch-queue.ts'
import type { EventTicketDeps } from './deps.ts'
import { findHopeless } from './full-house-store.ts'
import { grantInOrder, type Grant } from './grant-places.ts'
import { freeUp, planRelease } from './release-expired.ts'
import { reservationStateAt, savedView, type Reservation } from './reservation.ts'
import { findAges, findStandings, insertHolds } from './reservation-store.ts'
import { ageRefusal, freePlaces, salesRefusal, type Session } from './session.ts'
import { lockSession } from './session-store.ts'

export type ReserveInput = {
  readonly customer_id: string
  readonly transaction_id: string
  readonly session_id: string
  readonly quantity: number
  readonly service_channel: string
}

type Body = Pick<ReserveInput, 'session_id' | 'quantity' | 'service_channel'>

/**
 * Holds places for 900 seconds (spec §4, §9). Wishes for one session that arrive while a transaction for it is in flight
 * are decided together by the next one, in the order of their arrival; each process has such a queue, and the session's
 * row makes their batches follow one another. Once a session has been seen full, wishes are first held against it
 * without any lock: most of a rush comes for places that are gone.
 * @throws {Refusal} one of `transactionRefusals` or `reserveRefusals`
 */
export const createReserveTickets = (
  deps: EventTicketDeps,
): ((input: ReserveInput) => Promise<SavedReservation>) => {
  /** Only a hint where to look first: the database says whether it is so. */
  const seenFull = new Set<string>()
  const enqueue = createBatchQueue<ReserveInput, SavedReservation>((session_id, wishes) =>
    reserveBatch(deps, wishes, session_id, (isFull) =>
      isFull ? seenFull.add(session_id) : seenFull.delete(session_id),
    ),
  )
  const findIfHopeless = createMicroBatch((wishes: readonly ReserveInput[]) =>
    findHopeless(deps.db, wishes, deps.clock()),
  )
  return async (input) => {
    if (seenFull.has(input.session_id) && (await findIfHopeless(input)))
      throw new Refusal('event-tickets.sold-out')
    return enqueue(input.session_id, input)
  }
}

/** One transaction for many wishes: all of it happens, or none. */
const reserveBatch = (
  deps: EventTicketDeps,
  wishes: readonly ReserveInput[],
  session_id: string,
  tellFull: (isFull: boolean) => void,
): Promise<Settled<SavedReservation>[]> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const outcomes = await executeEachOnce<Body, SavedReservation>({
      tx,
      kind: 'event_tickets',
      now,
      attempts: wishes.map(({ transaction_id, customer_id, quantity, service_channel }) => ({
        transaction_id,
        customer_id,
        body: { session_id, quantity, service_channel },
      })),
      work: (fresh) => decide(deps, tx, { session_id, fresh, now, tellFull }),
    })
    return outcomes.map((outcome) =>
      outcome.ok ? { ok: true, result: outcome.answer } : { ok: false, error: outcome.refusal },
    )
  })

const decide = async (
  deps: EventTicketDeps,
  tx: Tx,
  batch: {
    session_id: string
    fresh: readonly Fresh<Body>[]
    now: Date
    tellFull: (isFull: boolean) => void
  },
): Promise<ReadonlyMap<string, Done<SavedReservation>>> => {
  const { session_id, fresh, now } = batch
  const locked = await lockSession(tx, session_id)
  const done = new Map<string, Done<SavedReservation>>()
  const refuse = (wish: Fresh<Body>, refusal: Refusal) => done.set(wish.transaction.id, { refusal })
  const ours = fresh.filter((wish) => {
    if (locked?.campaign_id === wish.transaction.campaign_id) return true
    refuse(wish, new Refusal('event-tickets.unknown-session'))
    return false
  })
  if (!locked || ours.length === 0) return done

  const session = await freeUp(deps, tx, locked, now)
  batch.tellFull(freePlaces(session) === 0)
  const standings = await liveStandings(tx, session_id, ours, now)
  const closed = salesRefusal(session, now)
  const tooYoung = closed ? new Map<string, Refusal>() : await ageRefusals(tx, session, ours)
  const allowed = ours.filter((wish) => {
    const refusal = closed ?? tooYoung.get(wish.transaction.customer_id)
    // Whoever holds places keeps them, whatever has changed since.
    if (!refusal || standings.get(wish.transaction.customer_id)?.hold) return true
    refuse(wish, refusal)
    return false
  })
  const grants = grantInOrder(
    session,
    allowed.map(({ transaction: { id, customer_id }, body: { quantity } }) => ({
      key: id,
      customer_id,
      quantity,
    })),
    standings,
  )
  const held = await hold(deps, tx, session, { allowed, grants, now })
  for (const { transaction } of allowed)
    done.set(transaction.id, doneOf(grants.get(transaction.id), transaction.id, held))
  return done
}

const liveStandings = async (tx: Tx, session_id: string, wishes: readonly Fresh<Body>[], now: Date) => {
  const standings = await findStandings(
    tx,
    session_id,
    wishes.map(({ transaction }) => transaction.customer_id),
  )
  for (const { hold } of standings.values())
    if (hold && reservationStateAt(hold, now) !== 'held') throw new Error('A hold outlived its time')
  return standings
}

const ageRefusals = async (
  tx: Tx,
  session: Session,
  wishes: readonly Fresh<Body>[],
): Promise<ReadonlyMap<string, Refusal>> => {
  const refusals = new Map<string, Refusal>()
  if (session.minimum_age === null) return refusals
  const people = await findAges(
    tx,
    wishes.map(({ transaction }) => transaction.customer_id),
  )
  for (const [customer_id, person] of people) {
    const refusal = ageRefusal(session, person)
    if (refusal) refusals.set(customer_id, refusal)
  }
  return refusals
}

/** Writes what was granted. @returns the answers by participation */
const hold = async (
  deps: EventTicketDeps,
  tx: Tx,
  session: Session,
  decided: {
    allowed: readonly Fresh<Body>[]
    grants: ReadonlyMap<string, Grant<Reservation>>
    now: Date
  },
): Promise<ReadonlyMap<string, SavedReservation>> => {
  const { now: created_at, grants } = decided
  const granted = decided.allowed.filter(({ transaction }) => grants.get(transaction.id)?.at === 'granted')
  if (granted.length === 0) return new Map()
  const expires_at = reservationEnd(created_at)
  const { id: session_id, campaign_id } = session
  const ids = await insertHolds(tx, {
    session_id,
    created_at,
    expires_at,
    takesPlaces: true,
    holds: granted.map(({ transaction, body: { quantity, service_channel } }) => ({
      transaction_id: transaction.id,
      customer_id: transaction.customer_id,
      quantity,
      service_channel,
    })),
  })
  await planRelease(deps, tx, session_id)
  return new Map(
    granted.map(({ transaction, body: { quantity } }) => {
      const id = ids.get(transaction.id)
      if (id === undefined) throw new Error('A hold was lost')
      return [
        transaction.id,
        savedView({ id, campaign_id, session_id, quantity, created_at, expires_at }),
      ] as const
    }),
  )
}

const doneOf = (
  grant: Grant<Reservation> | undefined,
  transaction_id: string,
  held: ReadonlyMap<string, SavedReservation>,
): Done<SavedReservation> => {
  if (!grant) throw new Error('A wish was forgotten')
  switch (grant.at) {
    case 'refused':
      return { refusal: grant.refusal }
    case 'held':
      return { answer: savedView(grant.hold) }
    case 'granted':
    case 'same': {
      const answer = held.get(grant.at === 'same' ? grant.key : transaction_id)
      if (!answer) throw new Error('A hold was lost')
      return { answer }
    }
    default:
      return grant satisfies never
  }
}
