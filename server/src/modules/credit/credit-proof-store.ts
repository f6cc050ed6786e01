import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Finding } from '../proofs/index.ts'

const batchSize = 1_000

/** The next receipts with credit, by id. */
export const listReceiptsAfter = async (db: Db, after: string): Promise<string[]> => {
  const { rows } = await sql<{ purchase_id: string }>`
    select distinct purchase_id from purchase_credit where purchase_id > ${after}
    order by purchase_id limit ${batchSize}`.execute(db)
  return rows.map(({ purchase_id }) => purchase_id)
}

/** Receipts whose used credit in a campaign differs from their allocations, or is not allowed. */
export const findDiscrepancies = async (db: Db, purchase_ids: readonly string[]): Promise<Finding[]> => {
  const { rows } = await sql<Finding>`
    select c.name as "check", one.purchase_id::text as subject, c.expected::bigint as expected, c.found::bigint as found
    from (
      select p.purchase_id, p.amount_cents, p.used_cents, p.revoked_at, coalesce(a.allocated, 0) as allocated,
        coalesce(a.is_exclusive, false) and exists (
          select 1 from purchase_allocation o where o.purchase_id = p.purchase_id and o.campaign_id <> p.campaign_id
        ) as is_shared
      from purchase_credit p left join lateral (
        select sum(amount_cents + lost_cents) as allocated, bool_or(is_exclusive) as is_exclusive
        from purchase_allocation a where a.purchase_id = p.purchase_id and a.campaign_id = p.campaign_id
      ) a on true
      where p.purchase_id = any(${[...purchase_ids]}::uuid[])
    ) as one, lateral (values
      ('used-matches-allocations', allocated, used_cents, allocated <> used_cents),
      ('used-within-amount', amount_cents, used_cents, used_cents > amount_cents and revoked_at is null),
      ('exclusive-not-shared', 0, 1, is_shared)
    ) as c (name, expected, found, is_wrong) where is_wrong`.execute(db)
  return rows
}
