import type { QueueState } from '@clube/contract/free-gifts/queue-calls.ts'
import type { QueueNumber } from '@clube/contract/free-gifts/voucher.ts'
import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'

type GiftQueueEntryTable = {
  id: Generated<string>
  campaign_id: string
  pickup_point_id: string
  /** yyyy-MM-dd */
  club_day: string
  number: number
  voucher_id: string
  state: QueueState
  taken_at: Date
  called_at: Date | null
  client_call_id: string | null
  delivery_id: string | null
}

declare module '../../../db/tables.ts' {
  interface Tables {
    gift_queue_entry: GiftQueueEntryTable
  }
}

/** The queue of a pickup point on a club day. */
export type QueueKey = Pick<GiftQueueEntryTable, 'campaign_id' | 'pickup_point_id' | 'club_day'>

/** A number in a queue. */
export type QueueEntry = Pick<
  GiftQueueEntryTable,
  'club_day' | 'number' | 'voucher_id' | 'state' | 'taken_at' | 'called_at'
> & { id: string }

const entryColumns = ['id', 'club_day', 'number', 'voucher_id', 'state', 'taken_at', 'called_at'] as const

/** A voucher has at most one such number a day. */
const liveStates = ['waiting', 'called'] as const

const selectEntries = (db: Db) => db.selectFrom('gift_queue_entry').select(entryColumns)

/** Serializes numbers and calls of a queue, so that numbers have no gaps and a repeated call calls one number. */
export const lockQueue = async (
  tx: Tx,
  { campaign_id, pickup_point_id, club_day }: QueueKey,
): Promise<void> => {
  const name = `gift-queue:${campaign_id}:${pickup_point_id}:${club_day}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** The number of a voucher on a day that is waiting or was called. */
export const findLiveEntry = (
  db: Db,
  { voucher_id, club_day }: { voucher_id: string; club_day: string },
): Promise<QueueEntry | undefined> =>
  selectEntries(db)
    .where('voucher_id', '=', voucher_id)
    .where('club_day', '=', club_day)
    .where('state', 'in', liveStates)
    .executeTakeFirst()

/** Gives a voucher the next number of the locked queue. */
export const insertEntry = async (
  tx: Tx,
  { campaign_id, pickup_point_id, club_day }: QueueKey,
  { voucher_id, taken_at }: { voucher_id: string; taken_at: Date },
): Promise<QueueEntry> => {
  const { rows } = await sql<QueueEntry>`
    insert into gift_queue_entry (campaign_id, pickup_point_id, club_day, number, voucher_id, state, taken_at)
    select ${campaign_id}, ${pickup_point_id}, ${club_day}, coalesce(max(number), 0) + 1, ${voucher_id}, 'waiting',
      ${taken_at}::timestamptz
    from gift_queue_entry
    where campaign_id = ${campaign_id} and pickup_point_id = ${pickup_point_id} and club_day = ${club_day}
    returning id, club_day, number, voucher_id, state, taken_at, called_at`.execute(tx)
  const [entry] = rows
  if (!entry) throw new Error('The number was not stored')
  return entry
}

/** The live numbers of vouchers on a day, with the people who wait before them, by voucher. */
export const findNumbers = async (
  db: Db,
  voucher_ids: readonly string[],
  club_day: string,
): Promise<ReadonlyMap<string, QueueNumber>> => {
  const { rows } = await sql<{
    voucher_id: string
    number: number
    ahead: number
    taken_at: Date
    called_at: Date | null
  }>`
    select q.voucher_id, q.number, q.taken_at, q.called_at, (
      select count(*)::int from gift_queue_entry a
      where a.campaign_id = q.campaign_id and a.pickup_point_id = q.pickup_point_id and a.club_day = q.club_day
        and a.number < q.number and a.state = 'waiting'
    ) as ahead
    from gift_queue_entry q
    where q.voucher_id = any(${[...voucher_ids]}::uuid[]) and q.club_day = ${club_day}
      and q.state in ('waiting', 'called')`.execute(db)
  return new Map(
    rows.map(({ voucher_id, number, ahead, taken_at, called_at }) => [
      voucher_id,
      { number, ahead, taken_at: taken_at.toISOString(), called_at: called_at?.toISOString() ?? null },
    ]),
  )
}

export const findEntry = (db: Db, id: string): Promise<QueueEntry | undefined> =>
  selectEntries(db).where('id', '=', id).executeTakeFirst()

/** The numbers of a queue in order, without those served. */
export const listEntries = (
  db: Db,
  { campaign_id, pickup_point_id, club_day }: QueueKey,
): Promise<QueueEntry[]> =>
  selectEntries(db)
    .where('campaign_id', '=', campaign_id)
    .where('pickup_point_id', '=', pickup_point_id)
    .where('club_day', '=', club_day)
    .where('state', '<>', 'served')
    .orderBy('number')
    .execute()

type Call = { campaign_id: string; pickup_point_id: string; client_call_id: string }

/** The number that a desk's call has called. */
export const findCalled = (
  db: Db,
  { campaign_id, pickup_point_id, client_call_id }: Call,
): Promise<QueueEntry | undefined> =>
  selectEntries(db)
    .where('campaign_id', '=', campaign_id)
    .where('pickup_point_id', '=', pickup_point_id)
    .where('client_call_id', '=', client_call_id)
    .executeTakeFirst()

/**
 * Calls the first waiting number of the locked queue; one that is being delivered or cancelled is not waited for.
 * @returns undefined if nobody waits
 */
export const callEntry = async (
  tx: Tx,
  { campaign_id, pickup_point_id, club_day }: QueueKey,
  { client_call_id, now }: { client_call_id: string; now: Date },
): Promise<QueueEntry | undefined> =>
  tx
    .updateTable('gift_queue_entry')
    .set({ state: 'called', called_at: now, client_call_id })
    .where(
      'id',
      '=',
      sql<string>`(select id from gift_queue_entry
        where campaign_id = ${campaign_id} and pickup_point_id = ${pickup_point_id} and club_day = ${club_day}
          and state = 'waiting' order by number limit 1 for no key update skip locked)`,
    )
    .where('state', '=', 'waiting')
    .returning(entryColumns)
    .executeTakeFirst()

/** Marks the person of a live number as absent. @returns undefined when it has already ended */
export const saveAbsent = (tx: Tx, id: string): Promise<QueueEntry | undefined> =>
  tx
    .updateTable('gift_queue_entry')
    .set({ state: 'absent' })
    .where('id', '=', id)
    .where('state', 'in', liveStates)
    .returning(entryColumns)
    .executeTakeFirst()

/** Ends the live number of a delivered voucher, if it has one. */
export const serveEntry = async (
  tx: Tx,
  { voucher_id, club_day, delivery_id }: { voucher_id: string; club_day: string; delivery_id: string },
): Promise<void> => {
  await tx
    .updateTable('gift_queue_entry')
    .set({ state: 'served', delivery_id })
    .where('voucher_id', '=', voucher_id)
    .where('club_day', '=', club_day)
    .where('state', 'in', liveStates)
    .execute()
}

/** Undoes `serveEntry`. */
export const restoreEntry = async (tx: Tx, delivery_id: string): Promise<void> => {
  await sql`
    update gift_queue_entry set state = case when called_at is null then 'waiting' else 'called' end, delivery_id = null
    where delivery_id = ${delivery_id}`.execute(tx)
}

/** Deletes the queues of earlier days. */
export const purgeEntries = async (db: Db, before_day: string): Promise<void> => {
  await db.deleteFrom('gift_queue_entry').where('club_day', '<', before_day).execute()
}

/** Ends the live numbers of a voucher that can no longer be used; the voucher is locked. */
export const leaveQueue = async (tx: Tx, voucher_id: string): Promise<void> => {
  await tx
    .updateTable('gift_queue_entry')
    .set({ state: 'absent' })
    .where('voucher_id', '=', voucher_id)
    .where('state', 'in', liveStates)
    .execute()
}
