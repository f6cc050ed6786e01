import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    points_expiry_notice: { customer_id: string; month: string; notified_at: Date }
  }
}

/** A lot whose points expire soon. */
export type ExpiringLot = {
  id: string
  customer_id: string
  expires_at: Date
  /** `expires_at` with microseconds, which a Date does not have. */
  position: string
}

/** Lots that expire until an instant, after `after`, in months without a notice, in order of expiry. */
export const listExpiringLots = async (
  db: Db,
  input: { after: Pick<ExpiringLot, 'id' | 'position'>; until: Date; time_zone: TimeZone; limit: number },
): Promise<ExpiringLot[]> => {
  const { after, until, time_zone, limit } = input
  const { rows } = await sql<ExpiringLot>`
    select id, customer_id, expires_at, expires_at::text as position from points_lot
    where remaining > 0 and expires_at >= ${after.position}::timestamptz and expires_at <= ${until}
      and (expires_at, id) > (${after.position}::timestamptz, ${after.id}::uuid)
      and not exists (select from points_expiry_notice n where n.customer_id = points_lot.customer_id
        and n.month = date_trunc('month', expires_at at time zone ${time_zone})::date)
    order by expires_at, id limit ${limit}`.execute(db)
  return rows
}

/** The points of a customer that expire in a month. */
export type ExpiringMonth = { customer_id: string; points: number; first_on: string; last_on: string }

/**
 * Records notices of months, and returns the points of those that had none. Concurrent callers wait for each other, and
 * each month is returned to only one of them.
 */
export const insertExpiryNotices = async (
  tx: Tx,
  input: {
    months: readonly { customer_id: string; month: string }[]
    time_zone: TimeZone
    now: Date
  },
): Promise<ExpiringMonth[]> => {
  const { months, time_zone, now } = input
  const { rows } = await sql<ExpiringMonth>`
    with recorded as (
      insert into points_expiry_notice (customer_id, month, notified_at)
      select customer_id, month, ${now}::timestamptz
      from unnest(${months.map(({ customer_id }) => customer_id)}::uuid[],
        ${months.map(({ month }) => month)}::date[]) as due (customer_id, month)
      order by customer_id, month
      on conflict do nothing returning customer_id, month
    )
    select r.customer_id, sum(l.remaining)::bigint as points,
      to_char(min(l.expires_at) at time zone ${time_zone}, 'YYYY-MM-DD') as first_on,
      to_char(max(l.expires_at) at time zone ${time_zone}, 'YYYY-MM-DD') as last_on
    from recorded r join points_lot l on l.customer_id = r.customer_id
    where l.remaining > 0 and l.expires_at > ${now}
      and l.expires_at >= r.month::timestamp at time zone ${time_zone}
      and l.expires_at < (r.month + interval '1 month') at time zone ${time_zone}
    group by r.customer_id, r.month
    order by r.customer_id, r.month`.execute(tx)
  return rows
}

/** Deletes the notices of months before `month`, the first day of a month. */
export const deletePastExpiryNotices = async (db: Db, month: string): Promise<void> => {
  await db.deleteFrom('points_expiry_notice').where('month', '<', month).execute()
}
