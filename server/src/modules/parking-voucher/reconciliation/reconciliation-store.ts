import type { ParkingBasis, ParkingItemState } from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { sql, type Generated, type Selectable } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import type { ComparedItem, OwnDiscount } from './item.ts'

type ParkingDayTable = { day: string; compared_at: Date; their_count: number; their_cents: number }

type ParkingItemTable = {
  id: Generated<string>
  day: string
  key: string
  transaction_id: string | null
  garage_id: string
  state: ParkingItemState
  our_cents: number | null
  their_cents: number | null
  applied_at: Date
  decision_reason: string | null
  decided_by: string | null
  decided_at: Date | null
}
export type ParkingItem = Selectable<ParkingItemTable>

declare module '../../../db/tables.ts' {
  interface Tables {
    parking_day: ParkingDayTable
    parking_item: ParkingItemTable
  }
}

/** A period from its start to its exclusive end. */
type Period = { readonly from: Date; readonly until: Date }

/** The discounts of a period by the club's record. */
export const listOwnDiscounts = async (db: Db, { from, until }: Period): Promise<OwnDiscount[]> => {
  const { rows } = await sql<OwnDiscount>`
    select transaction_id, garage_id, discount_cents, applied_at, state = 'undoing' as is_undoing
    from parking_voucher
    where applied_at >= ${from} and applied_at < ${until} and state in ('applied', 'undoing')
    order by applied_at, id`.execute(db)
  return rows
}

/** Serializes comparisons of a day. */
export const lockDay = async (tx: Tx, day: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`parking-day:${day}`}, 0))`.execute(tx)
}

/** Stores the comparison of a day. Decisions on items whose state and amounts are unchanged are kept. */
export const saveComparison = async (
  tx: Tx,
  comparison: {
    day: string
    items: readonly (ComparedItem & { readonly transaction_id: string | null })[]
    their_count: number
    their_cents: number
    now: Date
  },
): Promise<void> => {
  const { day, items, their_count, their_cents, now } = comparison
  await sql`
    insert into parking_day (day, compared_at, their_count, their_cents)
    values (${day}, ${now}, ${their_count}, ${their_cents})
    on conflict (day) do update set compared_at = ${now}, their_count = ${their_count},
      their_cents = ${their_cents}`.execute(tx)
  const column = <Value>(of: (item: (typeof items)[number]) => Value): Value[] => items.map(of)
  await sql`
    with compared as (
      select key, transaction_id, garage_id, state, our_cents, their_cents, applied_at from unnest(
        ${column(({ key }) => key)}::text[],
        ${column(({ transaction_id }) => transaction_id)}::uuid[], ${column(({ garage_id }) => garage_id)}::text[],
        ${column(({ state }) => state)}::text[], ${column(({ our_cents }) => our_cents)}::int[],
        ${column(({ their_cents: cents }) => cents)}::int[], ${column(({ applied_at }) => applied_at)}::timestamptz[]
      ) as c (key, transaction_id, garage_id, state, our_cents, their_cents, applied_at)
    ), removed as (
      delete from parking_item i
      where i.day = ${day} and not exists (select from compared c where c.key = i.key)
    )
    insert into parking_item as i (day, key, transaction_id, garage_id, state, our_cents, their_cents, applied_at)
    select ${day}::date, c.key, c.transaction_id, c.garage_id, c.state, c.our_cents, c.their_cents, c.applied_at
    from compared c
    on conflict (day, key) do update set
      garage_id = excluded.garage_id, state = excluded.state, our_cents = excluded.our_cents,
      their_cents = excluded.their_cents, applied_at = excluded.applied_at,
      decision_reason = null, decided_by = null, decided_at = null
    where (i.state, i.our_cents, i.their_cents) is distinct from
      (excluded.state, excluded.our_cents, excluded.their_cents)`.execute(tx)
}

export type DayFigures = {
  day: string
  compared_at: Date | null
  our_count: number
  our_cents: number
  their_count: number | null
  their_cents: number | null
  waiting: number
}

/** The figures of club days, newest first. */
export const listDays = async (
  db: Db,
  days: readonly (Period & { readonly day: string })[],
): Promise<DayFigures[]> => {
  const { rows } = await sql<DayFigures>`
    select p.day::text as day, d.compared_at, d.their_count, d.their_cents,
      (select count(*)::int from parking_voucher v
        where v.applied_at >= p.starts_at and v.applied_at < p.ends_at and v.state in ('applied', 'undoing')) as our_count,
      (select coalesce(sum(v.discount_cents), 0)::bigint from parking_voucher v
        where v.applied_at >= p.starts_at and v.applied_at < p.ends_at and v.state in ('applied', 'undoing')) as our_cents,
      (select count(*)::int from parking_item i
        where i.day = p.day and i.state <> 'matched' and i.decided_at is null) as waiting
    from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ from }) => from)}::timestamptz[],
      ${days.map(({ until }) => until)}::timestamptz[]) as p (day, starts_at, ends_at)
    left join parking_day d on d.day = p.day
    order by p.day desc`.execute(db)
  return rows
}

/** When a day was compared last. */
export const findCompared = async (db: Db, day: string): Promise<Date | undefined> =>
  (await db.selectFrom('parking_day').select('compared_at').where('day', '=', day).executeTakeFirst())
    ?.compared_at

const itemColumns = [
  'id',
  'day',
  'key',
  'transaction_id',
  'garage_id',
  'state',
  'our_cents',
  'their_cents',
  'applied_at',
  'decision_reason',
  'decided_by',
  'decided_at',
] as const

/** Items of a day in one state after a cursor, in the order of their ids. */
export const listItems = (
  db: Db,
  {
    day,
    state,
    cursor,
    limit,
  }: { day: string; state: ParkingItemState; cursor: string | null; limit: number },
): Promise<ParkingItem[]> => {
  let query = db
    .selectFrom('parking_item')
    .select(itemColumns)
    .where('day', '=', day)
    .where('state', '=', state)
  if (cursor !== null) query = query.where('id', '>', cursor)
  return query.orderBy('id').limit(limit).execute()
}

/** An item, locked until the transaction ends. */
export const lockItem = (tx: Tx, id: string): Promise<ParkingItem | undefined> =>
  tx.selectFrom('parking_item').select(itemColumns).where('id', '=', id).forUpdate().executeTakeFirst()

/** Stores a decision; an earlier one stays. */
export const saveDecision = async (
  tx: Tx,
  { id, reason, staff_id, now }: { id: string; reason: string; staff_id: string; now: Date },
): Promise<void> => {
  await tx
    .updateTable('parking_item')
    .set({ decision_reason: reason, decided_by: staff_id, decided_at: now })
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .execute()
}

/** What the car park's lists say about participations. */
export const findListed = async (
  db: Db,
  transaction_ids: readonly string[],
): Promise<ReadonlyMap<string, { their_cents: number; applied_at: Date }>> => {
  const rows = await db
    .selectFrom('parking_item')
    .select(['transaction_id', 'their_cents', 'applied_at'])
    .where('transaction_id', '=', sql<string>`any(${[...transaction_ids]}::uuid[])`)
    .where('their_cents', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ transaction_id, their_cents, applied_at }) =>
      transaction_id === null || their_cents === null ? [] : [[transaction_id, { their_cents, applied_at }]],
    ),
  )
}

/** Items without a decision that do not match, up to a limit. */
export const countWaitingItems = async (db: Db, limit: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from parking_item where state <> 'matched' and decided_at is null limit ${limit}
    ) as waiting`.execute(db)
  return rows[0]?.count ?? 0
}

export type LiabilityRow = {
  day: string
  campaign_id: string
  garage_id: string
  basis: ParkingBasis
  applied_count: number
  applied_cents: number
  open_count: number
  open_cents: number
  undone_count: number
}

/** What the club owes by club day of the request, campaign, garage and basis, oldest first. */
export const sumLiability = async (
  db: Db,
  { from_day, to_day }: { from_day: string; to_day: string },
): Promise<LiabilityRow[]> => {
  const { rows } = await sql<LiabilityRow>`
    select requested_on::text as day, campaign_id, garage_id, basis,
      count(*) filter (where state = 'applied')::int as applied_count,
      coalesce(sum(discount_cents) filter (where state = 'applied'), 0)::bigint as applied_cents,
      count(*) filter (where state in ('processing', 'undoing'))::int as open_count,
      coalesce(sum(coalesce(discount_cents, amount_cents)) filter (where state in ('processing', 'undoing')), 0)::bigint
        as open_cents,
      count(*) filter (where state = 'undone')::int as undone_count
    from parking_voucher
    where requested_on between ${from_day} and ${to_day} and state <> 'failed'
    group by requested_on, campaign_id, garage_id, basis
    order by requested_on, campaign_id, garage_id, basis`.execute(db)
  return rows
}
