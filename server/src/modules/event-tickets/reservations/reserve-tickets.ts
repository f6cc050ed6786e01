import { reserveCall } from '@clube/contract/event-tickets/calls.ts'
import { holdEnd } from '@clube/contract/campaigns/hold.ts'
import { type SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import { inTransaction, type Tx } from '../../../db/database.ts'
import { createBatchQueue, createMicroBatch, type Settled } from '../../../db/batching.ts'
import { refusalsOf, refuseRequest } from '../../../kernel/refusal.ts'
import {
  executeEachOnce,
  findCampaignRefusal,
  type ClosedRefusal,
  type WorkResult,
  type FreshAttempt,
} from '../../campaigns/index.ts'
import { isAccessible, type Actor } from '../../sessions/index.ts'
import { findPeople, lockUsable } from '../../identity/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { findCertainSellOuts } from './sold-out-store.ts'
import { grantInOrder, type Grant } from './grant-places.ts'
import { reallocatePlaces } from '../release-expired.ts'
import { scheduleRelease } from '../schedule-release.ts'
import { holdCooldownRefusal, needsCaptchaProof, releaseWindowMs } from './hold-cooldown.ts'
import { reservationStateAt, savedView, type Reservation } from './reservation.ts'
import { findExistingPlaces, findReleasedHolds, insertHolds } from './reservation-store.ts'
import {
  ageRefusalOf,
  freePlaces,
  salesRefusal,
  type EventSession,
  type ReserveRefused,
} from '../event-session.ts'
import { lockSession } from '../event-session-store.ts'

const refuse = refusalsOf(reserveCall)

export type ReserveInput = Actor & {
  readonly transaction_id: string
  readonly session_id: string
  readonly quantity: number
  readonly service_channel: string
  /** Whether the request has a captcha proof. */
  readonly has_proof: boolean
}

type Body = Pick<ReserveInput, 'session_id' | 'quantity' | 'service_channel'>

/**
 * Holds places for 900 seconds (spec §4, §9). Requests for one session that arrive while a transaction for it is in
 * flight are decided together by the next one, in order of arrival; each process has such a queue, and the session's
 * row lock serializes their batches. Once a session is known to be full, requests are first checked without a lock:
 * most requests of a burst arrive after the last place is taken.
 * @throws {Refusal} one of `transactionRefusals` or `reserveRefusals`; captcha.required after repeated releases;
 *   session.password-required, also when the live hold of the same customer was made in another session
 */
export const createReserveTickets = (
  deps: EventTicketDeps,
): ((input: ReserveInput) => Promise<SavedReservation>) => {
  /** Only a hint: the database decides. */
  const fullSessions = new Set<string>()
  const enqueue = createBatchQueue<ReserveInput, SavedReservation>((session_id, requests) =>
    reserveBatch(deps, requests, session_id, (isFull) =>
      isFull ? fullSessions.add(session_id) : fullSessions.delete(session_id),
    ),
  )
  const isCertainSellOut = createMicroBatch((requests: readonly ReserveInput[]) =>
    findCertainSellOuts(deps.db, requests, deps.clock()),
  )
  return async (input) => {
    if (fullSessions.has(input.session_id) && (await isCertainSellOut(input)))
      throw refuse('event-tickets.sold-out')
    return enqueue(input.session_id, input)
  }
}

/** One transaction for many requests, all or none. */
const reserveBatch = (
  deps: EventTicketDeps,
  requests: readonly ReserveInput[],
  session_id: string,
  reportFull: (isFull: boolean) => void,
): Promise<Settled<SavedReservation>[]> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const usable = await lockUsable(
      tx,
      requests.map(({ customer_id }) => customer_id),
    )
    const proved = new Set(
      requests.flatMap(({ has_proof, transaction_id }) => (has_proof ? transaction_id : [])),
    )
    const outcomes = await executeEachOnce<Body, SavedReservation>({
      call: reserveCall,
      tx,
      kind: 'event_tickets',
      now,
      time_zone: deps.time_zone,
      attempts: requests.map(
        ({ session_id: _session, has_proof: _proof, quantity, service_channel, ...attempt }) => ({
          ...attempt,
          body: { session_id, quantity, service_channel },
        }),
      ),
      work: (fresh) => decide(deps, tx, { session_id, fresh, usable, proved, now, reportFull }),
    })
    return outcomes.map((outcome) =>
      outcome.ok ? { ok: true, result: outcome.response } : { ok: false, error: outcome.refusal },
    )
  })

const decide = async (
  deps: EventTicketDeps,
  tx: Tx,
  batch: {
    session_id: string
    fresh: readonly FreshAttempt<Body>[]
    /** Customers whose account is neither blocked nor deleted. */
    usable: ReadonlySet<string>
    /** Participations whose request has a captcha proof. */
    proved: ReadonlySet<string>
    now: Date
    reportFull: (isFull: boolean) => void
  },
): Promise<ReadonlyMap<string, WorkResult<SavedReservation>>> => {
  const { session_id, fresh, usable, proved, now } = batch
  const locked = await lockSession(tx, session_id)
  const results = new Map<string, WorkResult<SavedReservation>>()
  const reject = (request: FreshAttempt<Body>, refused: ReserveRefused | ClosedRefusal) =>
    results.set(request.transaction.id, { refusal: refuse(refused) })
  const valid = fresh.filter((request) => {
    const { id, customer_id, campaign_id } = request.transaction
    if (!usable.has(customer_id)) results.set(id, { refusal: refuseRequest('session.required') })
    else if (locked?.campaign_id === campaign_id) return true
    else reject(request, { ok: false, code: 'event-tickets.unknown-session' })
    return false
  })
  if (!locked || valid.length === 0) return results
  if (locked.cancelled_at) {
    for (const request of valid) reject(request, { ok: false, code: 'event-tickets.sales-closed' })
    return results
  }

  const session = await reallocatePlaces(deps, tx, locked, now)
  batch.reportFull(freePlaces(session) === 0)
  const existing = await findLivePlaces(tx, session_id, valid, now)
  const { campaign_id } = session
  const closed =
    (await findCampaignRefusal(tx, { campaign_id, now, time_zone: deps.time_zone })) ??
    salesRefusal(session, now, deps.time_zone)
  const tooYoung = closed ? new Map<string, ReserveRefused>() : await ageRefusals(deps, tx, session, valid)
  const released = await findReleasedHolds(tx, {
    session_id,
    actors: valid.map(({ transaction, actor }) => ({ ...actor, customer_id: transaction.customer_id })),
    since: new Date(now.getTime() - releaseWindowMs),
  })
  const allowed = valid.filter((request) => {
    const { id, customer_id } = request.transaction
    const holds = released.get(customer_id)
    const refused = closed ?? tooYoung.get(customer_id) ?? holdCooldownRefusal(holds, now)
    if (!refused && needsCaptchaProof(holds) && !proved.has(id) && !existing.get(customer_id)?.hold) {
      results.set(id, { refusal: refuseRequest('captcha.required') })
      return false
    }
    // Existing holds remain valid, even if the session has changed.
    if (!refused || existing.get(customer_id)?.hold) return true
    reject(request, refused)
    return false
  })
  const grants = grantInOrder(
    session,
    allowed.map(({ transaction: { id, customer_id }, body: { quantity } }) => ({
      key: id,
      customer_id,
      quantity,
    })),
    existing,
  )
  const held = await holdPlaces(deps, tx, session, { allowed, grants, now })
  const actors = new Map(allowed.map(({ transaction, actor }) => [transaction.id, actor]))
  for (const { transaction, actor } of allowed) {
    const grant = grants.get(transaction.id)
    const creator =
      grant?.kind === 'held' ? grant.hold : grant?.kind === 'duplicate' ? actors.get(grant.key) : actor
    const hasAccess = creator !== undefined && isAccessible(creator, actor)
    results.set(
      transaction.id,
      hasAccess
        ? resultOf(grant, transaction.id, held)
        : { refusal: refuseRequest('session.password-required') },
    )
  }
  return results
}

const findLivePlaces = async (
  tx: Tx,
  session_id: string,
  requests: readonly FreshAttempt<Body>[],
  now: Date,
) => {
  const existing = await findExistingPlaces(
    tx,
    session_id,
    requests.map(({ transaction }) => transaction.customer_id),
  )
  for (const { hold } of existing.values())
    if (hold && reservationStateAt(hold, now) !== 'held') throw new Error('An expired hold was not released')
  return existing
}

const ageRefusals = async (
  deps: EventTicketDeps,
  tx: Tx,
  session: EventSession,
  requests: readonly FreshAttempt<Body>[],
): Promise<ReadonlyMap<string, ReserveRefused>> => {
  const refusals = new Map<string, ReserveRefused>()
  if (session.minimum_age === null) return refusals
  const people = await findPeople(
    tx,
    requests.map(({ transaction }) => transaction.customer_id),
  )
  for (const [customer_id, person] of people) {
    const refused = ageRefusalOf(session, person, deps.time_zone)
    if (refused) refusals.set(customer_id, refused)
  }
  return refusals
}

/** Stores the grants. @returns the responses by participation */
const holdPlaces = async (
  deps: EventTicketDeps,
  tx: Tx,
  session: EventSession,
  decided: {
    allowed: readonly FreshAttempt<Body>[]
    grants: ReadonlyMap<string, Grant<Reservation>>
    now: Date
  },
): Promise<ReadonlyMap<string, SavedReservation>> => {
  const { now: created_at, grants } = decided
  const granted = decided.allowed.filter(({ transaction }) => grants.get(transaction.id)?.kind === 'granted')
  if (granted.length === 0) return new Map()
  const expires_at = holdEnd(created_at)
  const { id: session_id, campaign_id } = session
  const ids = await insertHolds(tx, {
    session_id,
    created_at,
    expires_at,
    takesPlaces: true,
    holds: granted.map(({ transaction, actor, body: { quantity, service_channel } }) => ({
      ...actor,
      transaction_id: transaction.id,
      quantity,
      service_channel,
    })),
  })
  await scheduleRelease(deps, tx, { session_id, due_at: expires_at, now: created_at })
  return new Map(
    granted.map(({ transaction, body: { quantity } }) => {
      const id = ids.get(transaction.id)
      if (id === undefined) throw new Error('The hold was not found')
      return [
        transaction.id,
        savedView({ id, campaign_id, session_id, quantity, created_at, expires_at }),
      ] as const
    }),
  )
}

const resultOf = (
  grant: Grant<Reservation> | undefined,
  transaction_id: string,
  held: ReadonlyMap<string, SavedReservation>,
): WorkResult<SavedReservation> => {
  if (!grant) throw new Error('No grant for a request')
  switch (grant.kind) {
    case 'refused':
      return { refusal: refuse(grant.refused) }
    case 'held':
      return { response: savedView(grant.hold) }
    case 'granted':
    case 'duplicate': {
      const response = held.get(grant.kind === 'duplicate' ? grant.key : transaction_id)
      if (!response) throw new Error('The hold was not found')
      return { response }
    }
    default:
      return grant satisfies never
  }
}
