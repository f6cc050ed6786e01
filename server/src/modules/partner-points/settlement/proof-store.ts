import { sql } from 'kysely'
import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Db } from '../../../db/database.ts'
import type { Finding } from '../../proofs/index.ts'

const batchSize = 500
/** Before every id: without a lower limit, the planner would read the whole table. */
const nilId = '00000000-0000-0000-0000-000000000000'

/** The next redemptions by participation, all or those that ended since an instant. */
export const listRedemptionsAfter = async (
  db: Db,
  { after, since }: { after: string | null; since: Date | null },
): Promise<string[]> => {
  const { rows } = await sql<{ transaction_id: string }>`
    select transaction_id from partner_redemption
    where transaction_id > ${after ?? nilId} and (${since}::timestamptz is null or finished_at is null
      or finished_at > ${since})
    order by transaction_id limit ${batchSize}`.execute(db)
  return rows.map(({ transaction_id }) => transaction_id)
}

/** Redemptions that do not agree with their entries, lines and refunds. */
export const findRedemptionErrors = async (db: Db, ids: readonly string[]): Promise<Finding[]> => {
  const { rows } = await sql<Finding>`
    select c.name as "check", one.transaction_id::text as subject, c.expected::bigint as expected,
      c.found::bigint as found
    from (
      select r.transaction_id, r.state,
        case when r.state in ('completed', 'refunded') then r.partner_points else 0 end as captured,
        coalesce(d.points, 0) as debited,
        (d.reference is distinct from r.debit_reference and r.debit_reference is not null)::int as other_reference,
        coalesce(f.points, 0) as refunded, (case when p.state = 'done' then p.partner_points else 0 end) as returned,
        (r.state = 'refunded')::int as ended, (p.club_points > 0 and p.state not in ('proposed', 'withdrawn'))::int
          as taken,
        (select count(*) from partner_entry e join partner_line l on l.id = e.line_id
          where e.transaction_id = r.transaction_id and (l.transaction_id, l.kind, l.state)
            is distinct from (e.transaction_id, e.kind,
              case when l.points = e.points then 'matched' else 'different_amount' end)) as mispaired
      from partner_redemption r
      left join partner_entry d on d.transaction_id = r.transaction_id and d.kind = 'debit'
      left join partner_entry f on f.transaction_id = r.transaction_id and f.kind = 'refund'
      left join partner_refund p on p.transaction_id = r.transaction_id and p.state <> 'withdrawn'
      where r.transaction_id = any(${[...ids]}::uuid[])
    ) as one, lateral (values
      ('captured-has-entry', captured,
        -- A debit of a failed redemption is recorded when it is returned.
        case when state = 'failed' and debited = refunded then 0 else debited end),
      ('entry-has-reference', 0, other_reference),
      ('refund-has-entry', returned, refunded),
      ('refunded-is-confirmed', ended, coalesce(taken, 0)),
      ('pair-agrees', 0, mispaired)
    ) as c (name, expected, found) where c.expected <> c.found`.execute(db)
  return rows
}

/** Redemptions with what the club must have credited, by participation. */
export const listCreditsToProve = async (
  db: Db,
  ids: readonly string[],
): Promise<{ transaction_id: string; credited: number; is_taken_back: boolean }[]> => {
  const { rows } = await sql<{ transaction_id: string; credited: number; is_taken_back: boolean }>`
    select transaction_id, case when state in ('completed', 'refunded') then club_points else 0 end as credited,
      state = 'refunded' as is_taken_back
    from partner_redemption where transaction_id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** The next day of a partner that has sums, entries or lines, after `after` (`slug day`), all or since a day. */
export const findDayAfter = async (
  db: Db,
  { after, since }: { after: { partner: string; day: string } | null; since: string | null },
): Promise<{ partner: string; day: string } | undefined> => {
  const { rows } = await sql<{ partner: string; day: string }>`
    select partner, day from partner_day
    where (${after?.partner ?? null}::text is null or (partner, day) > (${after?.partner ?? ''}, ${after?.day ?? '1970-01-01'}::date))
      and (${since}::date is null or day >= ${since}::date)
    order by partner, day limit 1`.execute(db)
  return rows[0]
}

/** Sums of a day that are not those of its entries and lines. */
export const findDayErrors = async (
  db: Db,
  { partner, day, time_zone }: { partner: string; day: string; time_zone: TimeZone },
): Promise<Finding[]> => {
  const within = sql`partner = ${partner} and occurred_at >= (${day}::date)::timestamp at time zone ${time_zone}
    and occurred_at < (${day}::date + 1)::timestamp at time zone ${time_zone}`
  const { rows } = await sql<Finding>`
    with stored as (
      select kind, our_count, our_points, their_count, their_points from partner_day
      where partner = ${partner} and day = ${day}::date
    ), ours as (
      select kind, count(*) as count, sum(points) as points from partner_entry where ${within} group by kind
    ), theirs as (
      select kind, count(*) as count, sum(points) as points from partner_line where ${within} group by kind
    )
    select c.name as "check", ${`${partner} ${day}`} || ' ' || k.kind as subject, c.expected::bigint as expected,
      c.found::bigint as found
    from (values ('debit'), ('refund')) as k (kind)
    left join stored s on s.kind = k.kind left join ours o on o.kind = k.kind left join theirs t on t.kind = k.kind,
    lateral (values
      ('day-counts-entries', coalesce(o.count, 0), coalesce(s.our_count, 0)),
      ('day-sums-entries', coalesce(o.points, 0), coalesce(s.our_points, 0)),
      ('day-counts-lines', coalesce(t.count, 0), coalesce(s.their_count, 0)),
      ('day-sums-lines', coalesce(t.points, 0), coalesce(s.their_points, 0))
    ) as c (name, expected, found) where c.expected <> c.found`.execute(db)
  return rows
}
