import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import type { Actor } from '../../sessions/index.ts'
import type { ExistingPlaces } from './grant-places.ts'
import type { ReleasedHolds } from './hold-cooldown.ts'
import type { Reservation } from './reservation.ts'

type EventReservationTable = Omit<Reservation, 'id' | 'campaign_id'> & {
  id: Generated<string>
  confirmed_ip: string | null
  /** When the message about the confirmation was queued. */
  notified_at: Date | null
}

declare module '../../../db/tables.ts' {
  interface Tables {
    event_reservation: EventReservationTable
  }
}

const selectReservations = (db: Db) =>
  db
    .selectFrom('event_reservation')
    .innerJoin('event_session', 'event_session.id', 'event_reservation.session_id')
    .select([
      'event_reservation.id',
      'transaction_id',
      'session_id',
      'event_session.campaign_id',
      'customer_id',
      'identified_session_id',
      'quantity',
      'event_reservation.state',
      'service_channel',
      'event_reservation.created_at',
      'expires_at',
      'confirmed_at',
      'event_reservation.ended_at',
      'event_session.title as session_title',
      'event_session.place',
      'event_session.starts_at',
      'event_session.ends_at',
      'event_session.cancel_until',
      'event_session.minimum_age',
      'event_session.cancelled_at as session_cancelled_at',
      'event_session.cancel_reason',
      'event_session.revision as session_revision',
    ])

/** A reservation with the session data for its customer. */
export type ReservationWithSession = Reservation & {
  session_title: string
  place: string
  starts_at: Date
  ends_at: Date | null
  cancel_until: Date
  minimum_age: number | null
  session_cancelled_at: Date | null
  cancel_reason: string | null
  /** Incremented by every change to the session. */
  session_revision: number
}

export const findReservation = (db: Db, id: string): Promise<ReservationWithSession | undefined> =>
  selectReservations(db).where('event_reservation.id', '=', id).executeTakeFirst()

/** Reservations by id. */
export const listReservations = (db: Db, ids: readonly string[]): Promise<ReservationWithSession[]> =>
  selectReservations(db)
    .where('event_reservation.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()

/** A customer's confirmed reservations in a session. */
export const listConfirmed = (
  db: Db,
  { customer_id, session_id }: { customer_id: string; session_id: string },
): Promise<ReservationWithSession[]> =>
  selectReservations(db)
    .where('customer_id', '=', customer_id)
    .where('session_id', '=', session_id)
    .where('event_reservation.state', '=', 'confirmed')
    .orderBy('event_reservation.id')
    .execute()

/** A customer's confirmed reservations that ended because their session was cancelled. */
export const listEndedBySession = (
  db: Db,
  { customer_id, session_id }: { customer_id: string; session_id: string },
): Promise<ReservationWithSession[]> =>
  selectReservations(db)
    .where('customer_id', '=', customer_id)
    .where('session_id', '=', session_id)
    .where('event_reservation.state', '=', 'cancelled')
    .where('event_reservation.confirmed_at', 'is not', null)
    .whereRef('event_reservation.ended_at', '>=', 'event_session.cancelled_at')
    .orderBy('event_reservation.id')
    .execute()

/** The reservation made with a participation. */
export const findReservationOf = (
  db: Db,
  transaction_id: string,
): Promise<ReservationWithSession | undefined> =>
  selectReservations(db).where('transaction_id', '=', transaction_id).executeTakeFirst()

/**
 * Holds, reservations that have ever been confirmed, and holds ended by the cancellation of their session, that are
 * accessible to the actor, ordered by start. A limit drops cancelled ones before live ones, and earlier sessions before later ones.
 */
export const listForActor = async (
  db: Db,
  { customer_id, identified_session_id }: Actor,
  limit: number | null,
): Promise<ReservationWithSession[]> => {
  const reservations = await selectReservations(db)
    .where('customer_id', '=', customer_id)
    .$if(identified_session_id !== null, (query) =>
      query.where('identified_session_id', '=', identified_session_id),
    )
    .where((row) =>
      row.or([
        row('event_reservation.state', '=', 'held'),
        row('confirmed_at', 'is not', null),
        row.and([
          row('event_reservation.state', '=', 'cancelled'),
          row('event_reservation.ended_at', '>=', row.ref('event_session.cancelled_at')),
        ]),
      ]),
    )
    .orderBy((row) => row('event_reservation.state', 'in', ['held', 'confirmed']), 'desc')
    .orderBy('event_session.starts_at', 'desc')
    .orderBy('event_reservation.id', 'desc')
    .$if(limit !== null, (query) => query.limit(limit))
    .execute()
  return reservations.sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime() || (a.id < b.id ? -1 : 1))
}

/** Customers' places in a session: held and confirmed tickets, and the stored hold. */
export const findExistingPlaces = async (
  db: Db,
  session_id: string,
  customer_ids: readonly string[],
): Promise<ReadonlyMap<string, ExistingPlaces<Reservation>>> => {
  const { rows } = await sql<Reservation>`
    select r.id, r.transaction_id, r.session_id, s.campaign_id, r.customer_id, r.identified_session_id, r.quantity, r.state,
      r.service_channel, r.created_at, r.expires_at, r.confirmed_at, r.ended_at
    from event_reservation r join event_session s on s.id = r.session_id
    where r.session_id = ${session_id} and r.customer_id = any(${[...customer_ids]}::uuid[])
      and r.state in ('held', 'confirmed')`.execute(db)
  const existing = new Map<string, ExistingPlaces<Reservation>>()
  for (const row of rows) {
    const { quantity, hold } = existing.get(row.customer_id) ?? { quantity: 0, hold: null }
    existing.set(row.customer_id, {
      quantity: quantity + row.quantity,
      hold: row.state === 'held' ? row : hold,
    })
  }
  return existing
}

/**
 * Customers' holds in a session that ended unconfirmed after `since`, and their offers that were not accepted. Since a
 * document is not a secret, those of passwordless sessions count only for such sessions.
 */
export const findReleasedHolds = async (
  tx: Tx,
  criteria: { session_id: string; actors: readonly Actor[]; since: Date },
): Promise<ReadonlyMap<string, ReleasedHolds>> => {
  const { session_id, actors, since } = criteria
  const { rows } = await sql<ReleasedHolds & { customer_id: string }>`
    select actor.customer_id, count(distinct released.id)::int as count, max(released.ended_at) as last_ended_at
    from unnest(
      ${actors.map((actor) => actor.customer_id)}::uuid[],
      ${actors.map((actor) => actor.identified_session_id !== null)}::boolean[]
    ) as actor (customer_id, is_identified)
    join (
      select r.id, r.customer_id, r.identified_session_id, r.ended_at from event_reservation r
      where r.session_id = ${session_id} and r.state in ('cancelled', 'expired') and r.confirmed_at is null
        -- A hold that expired while the campaign was paused does not count.
        and not exists (select from event_waiting w where w.lost_hold_id = r.id)
      union all
      select id, customer_id, identified_session_id, ended_at from event_waiting
      where session_id = ${session_id} and state in ('expired', 'left') and offered_at is not null
    ) as released on released.customer_id = actor.customer_id and released.ended_at > ${since}
      and (actor.is_identified or released.identified_session_id is null)
    group by actor.customer_id`.execute(tx)
  return new Map(rows.map(({ customer_id, ...holds }) => [customer_id, holds]))
}

/** A granted hold; the session is locked. */
export type NewHold = Actor & {
  transaction_id: string
  quantity: number
  service_channel: string
}

/**
 * Inserts all holds and reserves their places, in one statement that checks the capacity again.
 * @throws when it is exceeded, which is a bug, since the session is locked
 */
export const insertHolds = async (
  tx: Tx,
  input: {
    session_id: string
    holds: readonly NewHold[]
    created_at: Date
    expires_at: Date
    /** False when the places were already taken by an offer. */
    takesPlaces: boolean
  },
): Promise<ReadonlyMap<string, string>> => {
  const { session_id, holds, created_at, expires_at } = input
  const total = input.takesPlaces ? holds.reduce((sum, { quantity }) => sum + quantity, 0) : 0
  const { rows } = await sql<{ id: string; transaction_id: string }>`
    with taken as (
      update event_session set held = held + ${total}
      where id = ${session_id} and held + sold + ${total} <= capacity
      returning id
    )
    insert into event_reservation
      (transaction_id, session_id, customer_id, identified_session_id, quantity, state, service_channel, created_at,
        expires_at)
    select h.transaction_id, taken.id, h.customer_id, h.identified_session_id, h.quantity, 'held', h.service_channel,
      ${created_at}::timestamptz, ${expires_at}::timestamptz
    from taken, unnest(
      ${holds.map((hold) => hold.transaction_id)}::uuid[],
      ${holds.map((hold) => hold.customer_id)}::uuid[],
      ${holds.map((hold) => hold.identified_session_id)}::uuid[],
      ${holds.map((hold) => hold.quantity)}::integer[],
      ${holds.map((hold) => hold.service_channel)}::text[]
    ) as h (transaction_id, customer_id, identified_session_id, quantity, service_channel)
    returning id, transaction_id`.execute(tx)
  if (rows.length !== holds.length) throw new Error('More places were granted than are available')
  return new Map(rows.map(({ id, transaction_id }) => [transaction_id, id]))
}

/**
 * Confirms holds; the confirming session gets access to the tickets, whichever session held the places.
 * @returns the number of those that were held and had not expired
 */
export const confirmHolds = async (
  tx: Tx,
  holds: readonly { id: string; identified_session_id: string | null; ip: string }[],
  now: Date,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update event_reservation r set state = 'confirmed', identified_session_id = h.identified_session_id,
      confirmed_at = ${now}, confirmed_ip = h.ip
    from unnest(${holds.map(({ id }) => id)}::uuid[],
      ${holds.map(({ identified_session_id }) => identified_session_id)}::uuid[],
      ${holds.map(({ ip }) => ip)}::text[]) as h (id, identified_session_id, ip)
    where r.id = h.id and r.state = 'held' and r.expires_at >= ${now}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Marks confirmed reservations of sessions that were not cancelled as notified.
 * @returns those that were not notified before, with the IP of the confirmation
 */
export const claimConfirmationNotices = async (
  tx: Tx,
  ids: readonly string[],
  now: Date,
): Promise<{ id: string; ip: string | null }[]> => {
  const { rows } = await sql<{ id: string; ip: string | null }>`
    update event_reservation set notified_at = ${now}
    where id in (
      select id from event_reservation where id = any(${[...ids]}::uuid[]) and state = 'confirmed'
        and notified_at is null and not exists (
          select from event_session s where s.id = event_reservation.session_id and s.cancelled_at is not null)
      order by id for no key update
    ) returning id, confirmed_ip as ip`.execute(tx)
  return rows
}

/** @returns false when it is in another state */
export const endReservation = async (
  tx: Tx,
  input: { id: string; from: 'held' | 'confirmed'; to: 'cancelled' | 'released'; now: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('event_reservation')
    .set({ state: input.to, ended_at: input.now })
    .where('id', '=', input.id)
    .where('state', '=', input.from)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Releases confirmed reservations without a valid or used ticket. */
export const releaseUnusedReservations = async (tx: Tx, session_id: string, now: Date): Promise<void> => {
  await sql`
    update event_reservation r set state = 'released', ended_at = ${now}
    where r.session_id = ${session_id} and r.state = 'confirmed'
      and not exists (select 1 from event_ticket t where t.reservation_id = r.id and t.state in ('valid', 'used'))
  `.execute(tx)
}
