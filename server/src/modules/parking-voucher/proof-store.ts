import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Finding } from '../proofs/index.ts'
import type { ParkingVoucher } from './voucher.ts'
import { findVouchers } from './voucher-store.ts'

const batchSize = 500

/** The next vouchers, by id. */
export const listVouchersAfter = async (db: Db, after: string): Promise<ParkingVoucher[]> => {
  const rows = await db
    .selectFrom('parking_voucher')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  const vouchers = await findVouchers(
    db,
    rows.map(({ id }) => id),
  )
  return vouchers.toSorted((one, other) => one.id.localeCompare(other.id))
}

/** Club days of campaigns whose courtesies are not those of their vouchers. */
export const findCourtesyDiscrepancies = async (db: Db): Promise<Finding[]> => {
  const { rows } = await sql<Finding>`
    select 'courtesies-match-vouchers' as "check", concat_ws('/', c.campaign_id::text, c.day::text) as subject,
      coalesce(v.courtesies, 0)::bigint as expected, c.granted::bigint as found
    from parking_courtesy c left join lateral (
      select count(*) as courtesies from parking_voucher v
      where v.campaign_id = c.campaign_id and v.requested_on = c.day and v.basis = 'courtesy'
        and v.state in ('processing', 'applied', 'undoing')
    ) v on true
    where c.granted <> coalesce(v.courtesies, 0)`.execute(db)
  return rows
}
