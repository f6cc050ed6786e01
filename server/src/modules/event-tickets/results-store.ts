import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** The figures of a session; `reservations` are participations that held places. */
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

/** The figures of a campaign's sessions, by start. */
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
