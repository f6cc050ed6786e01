import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Standing } from './grant-places.ts'
import type { Reservation } from './reservation.ts'

type EventReservationTable = Omit<Reservation, 'id' | 'campaign_id'> & {
  id: Generated<string>
  confirmed_address: string | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    event_reservation: EventReservationTable
  }
}

const selectReservations = (db: Db) =>
  db
    .selectFrom('event_reservation')
    .innerJoin('event_session', 'event_session.id', 'event_reservation.session_id')
    .innerJoin('campaign', 'campaign.id', 'event_session.campaign_id')
    .select([
      'event_reservation.id',
      'transaction_id',
      'session_id',
      'event_session.campaign_id',
      'customer_id',
      'quantity',
      'event_reservation.state',
      'service_channel',
      'event_reservation.created_at',
      'expires_at',
      'confirmed_at',
      'event_reservation.ended_at',
      'campaign.slug as campaign_slug',
      'campaign.title as campaign_title',
      'event_session.title as session_title',
      'event_session.place',
      'event_session.starts_at',
      'event_session.ends_at',
      'event_session.cancel_until',
      'event_session.minimum_age',
    ])

/** A reservation with what its customer sees of session and campaign. */
export type ShownReservation = Reservation & {
  campaign_slug: string
  campaign_title: string
  session_title: string
  place: string
  starts_at: Date
  ends_at: Date | null
  cancel_until: Date
  minimum_age: number | null
}

export const findReservation = (db: Db, id: string): Promise<ShownReservation | undefined> =>
  selectReservations(db).where('event_reservation.id', '=', id).executeTakeFirst()

/** Everything that is held or was confirmed, the next to begin first. */
export const listShown = (db: Db, customer_id: string, limit: number): Promise<ShownReservation[]> =>
  selectReservations(db)
    .where('customer_id', '=', customer_id)
    .where((row) =>
      row.or([row('event_reservation.state', '=', 'held'), row('confirmed_at', 'is not', null)]),
    )
    .orderBy('event_session.starts_at')
    .orderBy('event_reservation.id')
    .limit(limit)
    .execute()

/** What people have in a session: tickets held and confirmed, and the hold that is written down. */
export const findStandings = async (
  db: Db,
  session_id: string,
  customer_ids: readonly string[],
): Promise<ReadonlyMap<string, Standing<Reservation>>> => {
  const { rows } = await sql<Reservation>`
    select r.*, s.campaign_id from event_reservation r join event_session s on s.id = r.session_id
    where r.session_id = ${session_id} and r.customer_id = any(${[...customer_ids]}::uuid[])
      and r.state in ('held', 'confirmed')`.execute(db)
  const standings = new Map<string, Standing<Reservation>>()
  for (const row of rows) {
    const { quantity, hold } = standings.get(row.customer_id) ?? { quantity: 0, hold: null }
    standings.set(row.customer_id, {
      quantity: quantity + row.quantity,
      hold: row.state === 'held' ? row : hold,
    })
  }
  return standings
}

/** A hold that was decided on; the session is locked. */
export type NewHold = {
  transaction_id: string
  customer_id: string
  quantity: number
  service_channel: string
}

/**
 * Takes the places of all holds and writes the holds, in one statement that checks once more that there are so many.
 * @throws when there are not, which is a fault of the program: the session is locked and was counted
 */
export const insertHolds = async (
  tx: Tx,
  input: {
    session_id: string
    holds: readonly NewHold[]
    created_at: Date
    expires_at: Date
    /** False when the places were set aside before, by an offer. */
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
      (transaction_id, session_id, customer_id, quantity, state, service_channel, created_at, expires_at)
    select h.transaction_id, taken.id, h.customer_id, h.quantity, 'held', h.service_channel,
      ${created_at}::timestamptz, ${expires_at}::timestamptz
    from taken, unnest(
      ${holds.map((hold) => hold.transaction_id)}::uuid[],
      ${holds.map((hold) => hold.customer_id)}::uuid[],
      ${holds.map((hold) => hold.quantity)}::integer[],
      ${holds.map((hold) => hold.service_channel)}::text[]
    ) as h (transaction_id, customer_id, quantity, service_channel)
    returning id, transaction_id`.execute(tx)
  if (rows.length !== holds.length) throw new Error('Places were granted that are not there')
  return new Map(rows.map(({ id, transaction_id }) => [transaction_id, id]))
}

/**
 * Ends holds and offers whose time is over and gives their places back, in one statement; the session is locked.
 * @returns how many places came back
 */
export const releaseDue = async (tx: Tx, session_id: string, now: Date): Promise<number> => {
  const { rows } = await sql<{ places: number }>`
    with holds as (
      update event_reservation set state = 'expired', ended_at = expires_at
      where session_id = ${session_id} and state = 'held' and expires_at < ${now}
      returning quantity
    ), offers as (
      update event_waiting set state = 'expired', ended_at = offer_expires_at
      where session_id = ${session_id} and state = 'offered' and offer_expires_at < ${now}
      returning quantity
    ), due as (
      select coalesce(sum(quantity), 0)::integer as places
      from (select quantity from holds union all select quantity from offers) as all_due
    )
    update event_session s set held = s.held - due.places from due
    where s.id = ${session_id} and due.places > 0
    returning due.places`.execute(tx)
  return rows[0]?.places ?? 0
}

/** Sessions with holds or offers whose time is over, or with free places that somebody waits for. */
export const listSessionsWithDue = async (db: Db, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ session_id: string }>`
    select session_id from event_reservation where state = 'held' and expires_at < ${now}
    union
    select session_id from event_waiting where state = 'offered' and offer_expires_at < ${now}
    union
    select w.session_id from event_waiting w join event_session s on s.id = w.session_id
    where w.state = 'waiting' and w.quantity <= s.capacity - s.held - s.sold
      and not s.is_closed and ${now} between s.sales_from and s.sales_until
    order by session_id`.execute(db)
  return rows.map(({ session_id }) => session_id)
}

/** @returns false when it is not held any more, or its time is over */
export const confirmHold = async (
  tx: Tx,
  input: { id: string; address: string; now: Date },
): Promise<boolean> => {
  const { id, address, now } = input
  const row = await tx
    .updateTable('event_reservation')
    .set({ state: 'confirmed', confirmed_at: now, confirmed_address: address })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .where('expires_at', '>=', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
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

/** Confirmed reservations none of whose tickets was used become released ones. */
export const releaseUnusedReservations = async (tx: Tx, session_id: string, now: Date): Promise<void> => {
  await sql`
    update event_reservation r set state = 'released', ended_at = ${now}
    where r.session_id = ${session_id} and r.state = 'confirmed'
      and not exists (select 1 from event_ticket t where t.reservation_id = r.id and t.state in ('valid', 'used'))
  `.execute(tx)
}

/** Birth dates and document types, for sessions with a minimum age. */
export const findAges = async (
  db: Db,
  customer_ids: readonly string[],
): Promise<ReadonlyMap<string, { document_type: 'cpf' | 'cnpj'; birth_date: string | null }>> => {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'document_type', 'birth_date'])
    .where('id', '=', sql<string>`any(${[...customer_ids]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
