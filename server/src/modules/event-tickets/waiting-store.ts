import { sql, type Generated } from 'kysely'
import type { WaitingState } from '@clube/contract/event-tickets/session.ts'
import type { Db, Tx } from '../../db/database.ts'

/** One person's place on a waiting list. */
export type Entry = {
  id: string
  session_id: string
  customer_id: string
  quantity: number
  state: WaitingState
  service_channel: string
  joined_at: Date
  offered_at: Date | null
  offer_expires_at: Date | null
  ended_at: Date | null
  reservation_id: string | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    event_waiting: Omit<Entry, 'id'> & { id: Generated<string> }
  }
}

/** An entry with what its person sees. */
export type ShownEntry = Entry & {
  campaign_id: string
  session_title: string
  starts_at: Date
  position: number
}

const selectEntries = (db: Db) =>
  db
    .selectFrom('event_waiting as w')
    .innerJoin('event_session as s', 's.id', 'w.session_id')
    .selectAll('w')
    .select(['s.campaign_id', 's.title as session_title', 's.starts_at'])
    .select(
      sql<number>`(select count(*) from event_waiting o where o.session_id = w.session_id and o.state = 'waiting'
        and (o.joined_at, o.id) <= (w.joined_at, w.id))`.as('position'),
    )

export const findEntry = (db: Db, id: string): Promise<ShownEntry | undefined> =>
  selectEntries(db).where('w.id', '=', id).executeTakeFirst()

/** Written out, so that prepared statements find the partial indexes. */
const isOpen = sql<WaitingState>`('waiting', 'offered')`

/** Entries of a person that wait or have an offer. */
export const listOpenEntries = (
  db: Db,
  input: { customer_id: string; session_ids?: readonly string[] },
): Promise<ShownEntry[]> => {
  let query = selectEntries(db).where('w.customer_id', '=', input.customer_id).where('w.state', 'in', isOpen)
  if (input.session_ids)
    query = query.where('w.session_id', '=', sql<string>`any(${[...input.session_ids]}::uuid[])`)
  return query.orderBy('s.starts_at').orderBy('w.id').execute()
}

/** @returns the entry's id, or null while the person is on the list already */
export const insertEntry = async (
  tx: Tx,
  input: {
    session_id: string
    customer_id: string
    quantity: number
    service_channel: string
    now: Date
  },
): Promise<string | null> => {
  const { now, ...entry } = input
  // The index's condition must be written out: a prepared statement cannot match it by a parameter.
  const { rows } = await sql<{ id: string }>`
    insert into event_waiting (session_id, customer_id, quantity, state, service_channel, joined_at)
    values (${entry.session_id}, ${entry.customer_id}, ${entry.quantity}, 'waiting', ${entry.service_channel}, ${now})
    on conflict (customer_id, session_id) where state in ('waiting', 'offered') do nothing
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** The first in the order of their coming; the session is locked. */
export const listWaiting = (tx: Tx, session_id: string, limit: number) =>
  tx
    .selectFrom('event_waiting')
    .select(['id', 'customer_id', 'quantity'])
    .where('session_id', '=', session_id)
    .where('state', '=', sql.lit('waiting'))
    .orderBy('joined_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Makes offers to entries that wait; their places are taken by the caller. */
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
  if (numUpdatedRows !== BigInt(input.ids.length)) throw new Error('An offer was made to nobody')
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

/** @returns false when it is in another state */
export const leaveEntry = async (
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

/** Takes a person off the lists they wait on; an offer they have runs out by itself. */
export const forgetWaiting = async (tx: Tx, customer_id: string): Promise<void> => {
  // Erasure knows no clock; nobody reads this instant but whoever looks for what was erased when.
  await sql`update event_waiting set state = 'left', ended_at = now()
    where customer_id = ${customer_id} and state = 'waiting'`.execute(tx)
}
