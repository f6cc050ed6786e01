import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Finding } from '../../proofs/index.ts'

const batchSize = 500

/** The next vouchers by id. */
export const listVouchersAfter = async (db: Db, after: string | null): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from gift_voucher where ${after}::uuid is null or id > ${after}
    order by id limit ${batchSize}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The next vouchers by id with deliveries since an instant, undone ones included. */
export const listDeliveredAfter = async (
  db: Db,
  { after, since }: { after: string | null; since: Date },
): Promise<string[]> => {
  const { rows } = await sql<{ voucher_id: string }>`
    select distinct voucher_id from gift_delivery
    where delivered_at > ${since} and (${after}::uuid is null or voucher_id > ${after})
    order by voucher_id limit ${batchSize}`.execute(db)
  return rows.map(({ voucher_id }) => voucher_id)
}

/** Vouchers that do not match their deliveries or numbers. */
export const findDiscrepancies = async (db: Db, voucher_ids: readonly string[]): Promise<Finding[]> => {
  const { rows } = await sql<Finding>`
    select c.name as "check", one.id::text as subject, c.expected::bigint as expected, c.found::bigint as found
    from (
      select v.id, (v.state = 'delivered')::int as delivered,
        (select count(*) from gift_delivery d where d.voucher_id = v.id and d.undone_at is null) as deliveries,
        (select count(*) from gift_delivery d where d.voucher_id = v.id and d.undone_at is null
          and (d.delivered_at, d.campaign_id, d.pickup_point_id)
            is distinct from (v.delivered_at, v.campaign_id, v.pickup_point_id)) as mismatched,
        (select count(*) from gift_queue_entry q where q.voucher_id = v.id and q.state = 'served' and not exists (
          select 1 from gift_delivery d where d.id = q.delivery_id and d.voucher_id = v.id and d.undone_at is null
        )) as served
      from gift_voucher v where v.id = any(${[...voucher_ids]}::uuid[])
    ) as one, lateral (values
      ('delivered-once', delivered, deliveries),
      ('delivery-agrees', 0, mismatched),
      ('served-has-delivery', 0, served)
    ) as c (name, expected, found) where c.expected <> c.found`.execute(db)
  return rows
}
