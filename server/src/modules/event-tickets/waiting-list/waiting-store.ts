import { sql, type Generated, type SelectQueryBuilder } from 'kysely'
import type { WaitingState } from '@clube/contract/event-tickets/session.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Actor } from '../../sessions/index.ts'
import type { EventSession } from '../event-session.ts'

/** One customer's waiting-list entry. */
export type Entry = {
  id: string
  session_id: string
  customer_id: string
  identified_session_id: string | null
  quantity: number
  state: WaitingState
  service_channel: string
  joined_at: Date
  offered_at: Date | null
  offer_expires_at: Date | null
  ended_at: Date | null
  reservation_id: string | null
  /** The hold that expired while the campaign was paused. */
  lost_hold_id: string | null
}

declare module '../../../db/tables.ts' {
  interface Tables {
    event_waiting: Omit<Entry, 'id'> & { id: Generated<string> }
  }
}

/** An entry with the data its customer sees. */
export type EntryWithEventSession = Entry & {
  campaign_id: string
  session_title: string
  starts_at: Date
  position: number
  /** Free places, too few for any waiting entry; 0 while an offer is about to be made. */
  unusable_places: number
} & Pick<EventSession, 'is_closed' | 'sales_from' | 'sales_until' | 'cancelled_at' | 'cancel_reason'>

/** An entry as it is read without its position. */
export type UncountedEntry = Omit<EntryWithEventSession, 'position'>

const selectUncounted = (db: Db) =>
  db
    .selectFrom('event_waiting as w')
    .innerJoin('event_session as s', 's.id', 'w.session_id')
    .select(['w.id', 'w.session_id', 'w.customer_id', 'w.identified_session_id', 'w.quantity', 'w.state'])
    .select(['w.service_channel', 'w.joined_at', 'w.offered_at', 'w.offer_expires_at', 'w.ended_at'])
    .select(['w.reservation_id', 'w.lost_hold_id'])
    .select(['s.campaign_id', 's.title as session_title', 's.starts_at'])
    .select(['s.is_closed', 's.sales_from', 's.sales_until', 's.cancelled_at', 's.cancel_reason'])
    .select(
      // The lowest quantity is the first in an index, which the planner would not use to find whether any entry fits.
      sql<number>`case when (select min(f.quantity) from event_waiting f where f.session_id = w.session_id
        and f.state = 'waiting') <= s.capacity - s.held - s.sold
        then 0 else s.capacity - s.held - s.sold end`.as('unusable_places'),
    )

const selectEntries = (db: Db) =>
  selectUncounted(db).select(
    sql<number>`(select count(*) from event_waiting o where o.session_id = w.session_id and o.state = 'waiting'
      and (o.lost_hold_id is null, o.joined_at, o.id) <= (w.lost_hold_id is null, w.joined_at, w.id))`.as(
      'position',
    ),
  )

export const findEntry = (db: Db, id: string): Promise<EntryWithEventSession | undefined> =>
  selectEntries(db).where('w.id', '=', id).executeTakeFirst()

type Joined = Tables & { w: Tables['event_waiting']; s: Tables['event_session'] }

/** Literals, so that generic plans can use the partial indexes. */
const openStates = sql<WaitingState>`('waiting', 'offered')`

/** Restricts a query to the entries accessible to the actor, ordered by start. */
const accessibleTo =
  ({ customer_id, identified_session_id }: Actor) =>
  <Row>(query: SelectQueryBuilder<Joined, 'w' | 's', Row>) =>
    query
      .where('w.customer_id', '=', customer_id)
      .$if(identified_session_id !== null, (own) =>
        own.where('w.identified_session_id', '=', identified_session_id),
      )
      .orderBy('s.starts_at')
      .orderBy('w.id')

/** Waiting and offered entries accessible to the actor. */
export const listOpenEntries = (db: Db, actor: Actor): Promise<EntryWithEventSession[]> =>
  selectEntries(db).$call(accessibleTo(actor)).where('w.state', 'in', openStates).execute()

/** The same in some sessions, without counting their positions. */
export const listUncounted = (
  db: Db,
  { session_ids, ...actor }: Actor & { session_ids: readonly string[] },
): Promise<UncountedEntry[]> =>
  selectUncounted(db)
    .$call(accessibleTo(actor))
    .where('w.state', 'in', openStates)
    .where('w.session_id', '=', sql<string>`any(${[...session_ids]}::uuid[])`)
    .execute()

/**
 * Open entries accessible to the actor; those ended without a reservation, by the customer or the club, in sessions that
 * start at `ended_from` or later; and those whose offer expired at `expired_from` or later, in sessions that have not
 * started, unless the customer waited or reserved again.
 */
export const listEntries = (
  db: Db,
  { ended_from, expired_from, now, ...actor }: Actor & { ended_from: Date; expired_from: Date; now: Date },
): Promise<EntryWithEventSession[]> =>
  selectEntries(db)
    .$call(accessibleTo(actor))
    .where((row) =>
      row.or([
        row('w.state', 'in', openStates),
        row.and([row('w.state', '=', 'left'), row('s.starts_at', '>=', ended_from)]),
        row.and([
          row('w.state', '=', 'expired'),
          row('w.ended_at', '>=', expired_from),
          row('s.starts_at', '>', now),
          sql<boolean>`not exists (select from event_waiting n
            where n.customer_id = w.customer_id and n.session_id = w.session_id and n.joined_at > w.joined_at)`,
          sql<boolean>`not exists (select from event_reservation r
            where r.customer_id = w.customer_id and r.session_id = w.session_id and r.created_at > w.ended_at)`,
        ]),
      ]),
    )
    .execute()

const listedEntries = 1_000

type ListedEntry = Pick<
  Entry,
  'id' | 'customer_id' | 'quantity' | 'state' | 'joined_at' | 'offer_expires_at' | 'lost_hold_id'
>

/** The waiting list of a session: offers first, then in order of arrival. Merges both, which are read by an index. */
export const listSessionWaiting = async (db: Db, session_id: string): Promise<ListedEntry[]> => {
  const order = sql`order by state, lost_hold_id is null, joined_at, id limit ${listedEntries}`
  const columns = sql`id, customer_id, quantity, state, joined_at, offer_expires_at, lost_hold_id`
  const { rows } = await sql<ListedEntry>`
    select ${columns} from (
      (select ${columns} from event_waiting where session_id = ${session_id} and state = 'offered' ${order})
      union all
      (select ${columns} from event_waiting where session_id = ${session_id} and state = 'waiting' ${order})
    ) as open ${order}`.execute(db)
  return rows
}

/** The ids of a session's waiting entries in order. */
export const listWaitingIds = async (db: Db, session_id: string): Promise<string[]> => {
  // As one value, which is much faster to receive than thousands of rows.
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(id::text, ',' order by lost_hold_id is null, joined_at, id) as ids
    from event_waiting where session_id = ${session_id} and state = 'waiting'`.execute(db)
  return rows[0]?.ids?.split(',') ?? []
}

/** @returns the entry's id, or null when the customer is already on the list */
export const insertEntry = async (
  tx: Tx,
  input: Actor & {
    session_id: string
    quantity: number
    service_channel: string
    now: Date
  },
): Promise<string | null> => {
  const { now, ...entry } = input
  // A literal condition, because a generic plan with a parameter cannot use the partial index.
  const { rows } = await sql<{ id: string }>`
    insert into event_waiting (session_id, customer_id, identified_session_id, quantity, state, service_channel,
      joined_at)
    values (${entry.session_id}, ${entry.customer_id}, ${entry.identified_session_id}, ${entry.quantity}, 'waiting',
      ${entry.service_channel}, ${now})
    on conflict (customer_id, session_id) where state in ('waiting', 'offered') do nothing
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/**
 * The first entries that need at most `places`: those that lost a hold to a pause, then in order of arrival. The caller
 * must have locked the session. Merges the first entries of each quantity, so that entries that do not fit are not read.
 */
export const listFitting = async (
  tx: Tx,
  input: { session_id: string; places: number; limit: number },
): Promise<Pick<Entry, 'id' | 'customer_id' | 'quantity' | 'lost_hold_id'>[]> => {
  const { session_id, places, limit } = input
  const { rows } = await sql<Pick<Entry, 'id' | 'customer_id' | 'quantity' | 'lost_hold_id'>>`
    select w.id, w.customer_id, w.quantity, w.lost_hold_id
    from (
      select coalesce(max(quantity), 0) as quantity from event_waiting
      where session_id = ${session_id} and state = 'waiting'
    ) as highest
    cross join lateral generate_series(1, least(highest.quantity, ${places}::integer)) as fitting (quantity)
    cross join lateral (
      select id, customer_id, quantity, lost_hold_id, joined_at from event_waiting
      where session_id = ${session_id} and state = 'waiting' and quantity = fitting.quantity
      order by lost_hold_id is null, joined_at, id limit ${limit}
    ) as w
    order by w.lost_hold_id is null, w.joined_at, w.id limit ${limit}`.execute(tx)
  return rows
}

/** Marks waiting entries as offered; the caller reserves the places. */
export const saveOffers = async (
  tx: Tx,
  input: { ids: readonly string[]; offer_expires_at: Date; now: Date },
): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('event_waiting')
    .set({ state: 'offered', offered_at: input.now, offer_expires_at: input.offer_expires_at })
    .where('id', '=', sql<string>`any(${[...input.ids]}::uuid[])`)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== BigInt(input.ids.length)) throw new Error('An offer has no waiting entry')
}

/** @returns false when there is no live offer */
export const acceptEntry = async (
  tx: Tx,
  input: { id: string; reservation_id: string; now: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('event_waiting')
    .set({ state: 'accepted', reservation_id: input.reservation_id, ended_at: input.now })
    .where('id', '=', input.id)
    .where('state', '=', 'offered')
    .where('offer_expires_at', '>=', input.now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Reduces the quantity of a waiting entry. @returns false unless the entry is waiting for more than `quantity` */
export const reduceEntryQuantity = async (
  tx: Tx,
  input: { id: string; quantity: number },
): Promise<boolean> => {
  const row = await tx
    .updateTable('event_waiting')
    .set({ quantity: input.quantity })
    .where('id', '=', input.id)
    .where('state', '=', 'waiting')
    .where('quantity', '>', input.quantity)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false unless the entry is in the state `from` */
export const markEntryLeft = async (
  tx: Tx,
  input: { id: string; from: 'waiting' | 'offered'; now: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('event_waiting')
    .set({ state: 'left', ended_at: input.now })
    .where('id', '=', input.id)
    .where('state', '=', input.from)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Ends up to `limit` waiting entries of a locked session, and as many offers that expire at `offers_from` or later, none
 * if it is null; the caller returns the offered places.
 */
export const endListEntries = async (
  tx: Tx,
  input: { session_id: string; offers_from: Date | null; limit: number; now: Date },
): Promise<{ customer_id: string; offered: number }[]> => {
  const { session_id, offers_from, limit, now } = input
  const { rows } = await sql<{ customer_id: string; offered: number }>`
    with ended as (
      (select id, 0 as offered from event_waiting where session_id = ${session_id} and state = 'waiting'
        order by lost_hold_id is null, joined_at, id limit ${limit})
      union all
      (select id, quantity from event_waiting where session_id = ${session_id} and state = 'offered'
        and offer_expires_at >= ${offers_from}::timestamptz
        order by joined_at, id limit ${limit})
    )
    update event_waiting w set state = 'left', ended_at = ${now} from ended where w.id = ended.id
    returning w.customer_id, ended.offered`.execute(tx)
  return rows
}

/**
 * Removes a customer from waiting lists; an offer is left to expire. The caller has locked the sessions, because
 * their places have already been released.
 */
export const eraseWaiting = async (tx: Tx, customer_id: string): Promise<void> => {
  // Erasure is not passed a clock; this timestamp is informational.
  await sql`update event_waiting set state = 'left', ended_at = now()
    where customer_id = ${customer_id} and state = 'waiting'`.execute(tx)
}
