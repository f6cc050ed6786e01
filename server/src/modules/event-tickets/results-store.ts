import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { HourlyCount } from '../campaigns/index.ts'

/** The counts of a session; `reservations` are participations that held places. */
export type SessionResults = {
  title: string
  starts_at: Date
  cancelled_at: Date | null
  capacity: number
  sold: number
  offered: number
  waiting: number
  reservations: number
  cancelled: number
  used: number
  released: number
  /** Tickets that are still valid. */
  unused: number
}

/** The counts of a campaign's sessions, by start. */
export const countSessionResults = async (db: Db, campaign_id: string): Promise<SessionResults[]> => {
  const { rows } = await sql<SessionResults>`
    select s.title, s.starts_at, s.cancelled_at, s.capacity, s.sold, s.offered, s.waiting, r.reservations,
      t.cancelled, t.used, t.released, t.unused
    from event_session s
    cross join lateral (
      select count(*) as reservations from event_reservation where session_id = s.id
    ) r
    cross join lateral (
      select count(*) filter (where state = 'cancelled') as cancelled, count(*) filter (where state = 'used') as used,
        count(*) filter (where state = 'released') as released, count(*) filter (where state = 'valid') as unused
      from event_ticket where session_id = s.id
    ) t
    where s.campaign_id = ${campaign_id} order by s.starts_at, s.id`.execute(db)
  return rows
}

/** People with tickets or waiting-list entries, including live offers, in sessions that have not started. */
export type AffectedPeople = { holders: number; waiting: number }

/** @param input.offer_time offers with an earlier expiry are not live (`offerTimeAt`) */
export const countAffected = async (
  db: Db,
  { campaign_id, now, offer_time }: { campaign_id: string; now: Date; offer_time: Date },
): Promise<AffectedPeople> => {
  const { rows } = await sql<AffectedPeople>`
    with upcoming as (
      select id from event_session
      where campaign_id = ${campaign_id} and cancelled_at is null and starts_at > ${now}
    )
    select
      (select count(distinct r.customer_id) from event_ticket t join event_reservation r on r.id = t.reservation_id
        where t.session_id in (select id from upcoming) and t.state = 'valid') as holders,
      (select count(distinct customer_id) from event_waiting where session_id in (select id from upcoming)
        and (state = 'waiting' or (state = 'offered' and offer_expires_at >= ${offer_time}))) as waiting`.execute(
    db,
  )
  return rows[0] ?? { holders: 0, waiting: 0 }
}

/**
 * Completed participations without a confirmed reservation, by hour of creation and the state that their customers see.
 * The reservation may belong to an earlier participation, since a second hold returns the first one.
 */
export const countUnfulfilled = async (db: Db, campaign_id: string, now: Date): Promise<HourlyCount[]> => {
  const { rows } = await sql<HourlyCount>`
    select date_trunc('hour', t.created_at, 'UTC') as hour, o.state, count(*) as count
    from promotion_transaction t
    join event_reservation r on r.id = (t.response ->> 'reservation_id')::uuid
    join event_session s on s.id = r.session_id
    cross join lateral (
      select case
        when r.state = 'cancelled' or s.cancelled_at is not null and r.state in ('held', 'confirmed') then 'cancelled'
        when r.state = 'held' and r.expires_at >= ${now} then 'open'
        when r.state <> 'confirmed' then 'expired'
      end as state
    ) o
    where t.campaign_id = ${campaign_id} and t.state = 'completed' and o.state is not null
    group by 1, 2`.execute(db)
  return rows
}
