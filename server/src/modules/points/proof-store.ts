import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** A discrepancy of a sum or counter in the ledger. */
export type LedgerDiscrepancy = {
  readonly check: LedgerCheck
  /** Id of the customer, lot or posting, or the position of the entry. */
  readonly subject: string
  readonly expected: number
  readonly found: number
}

/** All checks by name; each finds the violating rows with their `expected` and `found` values. */
const checks = {
  // A posting's entries must sum to zero.
  'posting-balanced': `
    select p.id::text as subject, 0::bigint as expected, sum(e.points)::bigint as found
    from points_posting p join points_entry e on e.posting_id = p.id
    group by p.id having sum(e.points) <> 0`,
  // A posting moves points, unless it reversed expired ones.
  'posting-moves': `
    select p.id::text as subject, 2::bigint as expected, 0::bigint as found
    from points_posting p
    where p.kind <> 'take_back' and not exists (select from points_entry e where e.posting_id = p.id)`,
  'posting-owner': `
    select e.position::text as subject, 0::bigint as expected, 1::bigint as found
    from points_entry e join points_posting p on p.id = e.posting_id where p.customer_id <> e.customer_id`,
  'balance-is-entries': `
    select b.customer_id::text as subject, coalesce(sum(e.points), 0)::bigint as expected, b.balance as found
    from points_balance b
    left join points_entry e on e.customer_id = b.customer_id and e.account = 'customer'
    group by b.customer_id having b.balance <> coalesce(sum(e.points), 0)`,
  'debt-is-entries': `
    select b.customer_id::text as subject, coalesce(-sum(e.points), 0)::bigint as expected, b.debt as found
    from points_balance b
    left join points_entry e on e.customer_id = b.customer_id and e.account = 'debt'
    group by b.customer_id having b.debt <> coalesce(-sum(e.points), 0)`,
  'balance-is-lots': `
    select b.customer_id::text as subject, coalesce(sum(l.remaining), 0)::bigint as expected, b.balance as found
    from points_balance b left join points_lot l on l.customer_id = b.customer_id
    group by b.customer_id having b.balance <> coalesce(sum(l.remaining), 0)`,
  'lot-is-movements': `
    select l.id::text as subject, (l.points + coalesce(sum(m.points), 0))::bigint as expected, l.remaining as found
    from points_lot l left join points_lot_movement m on m.lot_id = l.id
    group by l.id having l.remaining <> l.points + coalesce(sum(m.points), 0)`,
  'lot-is-earned': `
    select l.id::text as subject, coalesce(sum(e.points), 0)::bigint as expected, l.points as found
    from points_lot l left join points_entry e on e.posting_id = l.posting_id and e.account = 'customer'
    group by l.id having l.points <> coalesce(sum(e.points), 0)`,
  // An adjustment's record must equal its movement.
  'adjustment-is-posted': `
    select a.id::text as subject, a.points::bigint as expected, coalesce(-sum(e.points), 0)::bigint as found
    from points_adjustment a
    left join points_posting p on p.kind = 'adjust' and p.source_kind = 'adjustment' and p.source_id = a.id::text
    left join points_entry e on e.posting_id = p.id and e.account = 'adjustment'
    group by a.id having a.points <> coalesce(-sum(e.points), 0)`,
  'running-balance': `
    select position::text as subject, expected, found from (
      select position, balance_after as found,
        sum(points) over (partition by customer_id order by position)::bigint as expected
      from points_entry where account = 'customer'
    ) running where expected <> found`,
} as const
export type LedgerCheck = keyof typeof checks
export const ledgerChecks = Object.keys(checks) as LedgerCheck[]

/** The first rows that violate the check. */
export const findDiscrepancies = async (
  db: Db,
  check: LedgerCheck,
  limit: number,
): Promise<LedgerDiscrepancy[]> => {
  const { rows } = await sql<Omit<LedgerDiscrepancy, 'check'>>`
    ${sql.raw(checks[check])} limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, check }))
}
