import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Finding } from '../../proofs/index.ts'

const batchSize = 500

/** The next awards by id. */
export const listAwardsAfter = async (db: Db, after: string | null): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from scratch_award where ${after}::uuid is null or id > ${after}
    order by id limit ${batchSize}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The next awards by id with deliveries since an instant, undone ones included. */
export const listDeliveredAfter = async (
  db: Db,
  { after, since }: { after: string | null; since: Date },
): Promise<string[]> => {
  const { rows } = await sql<{ award_id: string }>`
    select distinct award_id from scratch_delivery
    where delivered_at > ${since} and (${after}::uuid is null or award_id > ${after})
    order by award_id limit ${batchSize}`.execute(db)
  return rows.map(({ award_id }) => award_id)
}

/** Awards that do not match their deliveries. Points have no code and no delivery. */
export const findDeliveryErrors = async (db: Db, award_ids: readonly string[]): Promise<Finding[]> => {
  const { rows } = await sql<Finding>`
    select c.name as "check", one.id::text as subject, c.expected::bigint as expected, c.found::bigint as found
    from (
      select a.id, (a.state = 'delivered' and a.code_index is not null)::int as delivered,
        (select count(*) from scratch_delivery d where d.award_id = a.id and d.undone_at is null) as deliveries,
        (select count(*) from scratch_delivery d where d.award_id = a.id and d.undone_at is null
          and d.delivered_at is distinct from a.ended_at) as mismatched
      from scratch_award a where a.id = any(${[...award_ids]}::uuid[])
    ) as one, lateral (values
      ('delivered-once', delivered, deliveries),
      ('delivery-agrees', 0, mismatched)
    ) as c (name, expected, found) where c.expected <> c.found`.execute(db)
  return rows
}
