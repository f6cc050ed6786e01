import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Finding } from '../proofs/index.ts'

/** Maximum findings per step; further ones are found once these are repaired. */
const findingsLimit = 100

/** The rows that a pass verifies, in this order. */
const keys = {
  postings: { table: 'points_posting', key: 'id', batch: 2_000 },
  lots: { table: 'points_lot', key: 'id', batch: 2_000 },
  customers: { table: 'points_balance', key: 'customer_id', batch: 500 },
  adjustments: { table: 'points_adjustment', key: 'id', batch: 2_000 },
} as const
export type Sweep = keyof typeof keys
export const sweeps = ['postings', 'lots', 'customers', 'adjustments'] as const satisfies readonly Sweep[]

/** The checks for each kind of row, as one statement that reads a row once with all compared values. */
const checkStatements: Readonly<Record<Sweep, string>> = {
  postings: `
    select c.name, one.id as subject, c.expected, c.found from (
      select p.id, p.kind, coalesce(sum(e.points), 0)::bigint as total, count(e.position) as entries,
        count(*) filter (where e.customer_id <> p.customer_id) as of_others
      from points_posting p left join points_entry e on e.posting_id = p.id
      where p.id = any($ids) group by p.id
    ) as one, lateral (values
      ('posting-balanced', 0, total, total <> 0),
      -- A posting that reverses only expired points has no entries.
      ('posting-moves', 2, entries, entries = 0 and kind <> 'take_back'),
      ('posting-owner', 0, of_others, of_others > 0)
    ) as c (name, expected, found, is_wrong) where is_wrong`,
  lots: `
    select c.name, one.id as subject, c.expected, c.found from (
      select l.id, l.points, l.remaining,
        (select coalesce(sum(m.points), 0)::bigint from points_lot_movement m where m.lot_id = l.id) as moved,
        (select coalesce(sum(e.points), 0)::bigint from points_entry e
          where e.posting_id = l.posting_id and e.account = 'customer')
        -- A posting that restores points may also return some to their original lots.
        - (select coalesce(sum(m.points), 0)::bigint from points_lot_movement m
          where m.posting_id = l.posting_id) as earned
      from points_lot l where l.id = any($ids)
    ) as one, lateral (values
      ('lot-is-movements', points + moved, remaining),
      ('lot-is-earned', earned, points)
    ) as c (name, expected, found) where c.expected <> c.found`,
  customers: `
    select c.name, one.customer_id as subject, c.expected, c.found from (
      select b.customer_id, b.balance, b.debt, coalesce(entry.total, 0)::bigint as entries,
        (select coalesce(-sum(e.points), 0)::bigint from points_entry e
          where e.customer_id = b.customer_id and e.account = 'debt') as debts,
        (select coalesce(sum(l.remaining), 0)::bigint from points_lot l
          where l.customer_id = b.customer_id and l.remaining > 0) as lots,
        entry.running, entry.noted
      from points_balance b
      left join lateral (
        select sum(points) as total,
          (array_agg(running order by position) filter (where running <> balance_after))[1] as running,
          (array_agg(balance_after order by position) filter (where running <> balance_after))[1] as noted
        from (
          select position, points, balance_after, sum(points) over (order by position)::bigint as running
          from points_entry e where e.customer_id = b.customer_id and e.account = 'customer'
        ) as entry
      ) as entry on true
      where b.customer_id = any($ids)
    ) as one, lateral (values
      ('balance-is-entries', entries, balance),
      ('debt-is-entries', debts, debt),
      ('balance-is-lots', lots, balance),
      ('running-balance', running, noted)
    ) as c (name, expected, found) where c.expected <> c.found`,
  adjustments: `
    select 'adjustment-is-posted' as name, one.id as subject, one.points as expected, one.posted as found from (
      select a.id, a.points, (
        select coalesce(-sum(e.points), 0)::bigint from points_posting p
        join points_entry e on e.posting_id = p.id and e.account = 'adjustment'
        where p.kind = 'adjust' and p.source_kind = 'adjustment' and p.source_id = a.id::text
      ) as posted
      from points_adjustment a where a.id = any($ids)
    ) as one where one.points <> one.posted`,
}

/** The next ids of a sweep. */
export const listAfter = async (db: Db, sweep: Sweep, after: string): Promise<string[]> => {
  const { table, key, batch } = keys[sweep]
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(key)} as id from ${sql.table(table)} where ${sql.ref(key)} > ${after}::uuid
    order by 1 limit ${batch}`.execute(db)
  return rows.map(({ id }) => id)
}

export const findLastPosting = async (db: Db): Promise<string | undefined> => {
  const row = await db
    .selectFrom('points_posting')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** The customers, lots and adjustments that the postings touched, each once. */
export const listTouchedBy = async (
  db: Db,
  posting_ids: readonly string[],
): Promise<Record<'customers' | 'lots' | 'adjustments', string[]>> => {
  const ids = [...posting_ids]
  const { rows } = await sql<{ customers: string[]; lots: string[]; adjustments: string[] }>`
    select
      array(select distinct customer_id from points_posting where id = any(${ids}::uuid[])) as customers,
      array(
        select id from points_lot where posting_id = any(${ids}::uuid[])
        union select lot_id from points_lot_movement where posting_id = any(${ids}::uuid[])
      ) as lots,
      array(
        select a.id from points_posting p join points_adjustment a
          on a.id = case p.source_kind when 'adjustment' then p.source_id::uuid end
        where p.id = any(${ids}::uuid[]) and p.source_kind = 'adjustment'
      ) as adjustments`.execute(db)
  return rows[0] ?? { customers: [], lots: [], adjustments: [] }
}

/** The first rows that violate a check of their kind. */
export const findDiscrepancies = async (db: Db, sweep: Sweep, ids: readonly string[]): Promise<Finding[]> => {
  if (ids.length === 0) return []
  const [before = '', after = ''] = checkStatements[sweep].split('$ids')
  const { rows } = await sql<Finding>`
    select name as "check", subject::text as subject, expected::bigint as expected, found::bigint as found
    from (${sql.raw(before)}${[...ids]}::uuid[]${sql.raw(after)}) as wrong limit ${findingsLimit}`.execute(db)
  return rows
}
