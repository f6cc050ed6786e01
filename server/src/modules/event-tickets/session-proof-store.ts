import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Finding } from '../proofs/index.ts'

const batchSize = 20

/** The next sessions by id; with `ended_after`, only those that end later. */
export const listSessionsAfter = async (
  db: Db,
  { after, ended_after }: { after: string | null; ended_after: Date | null },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from event_session
    where (${after}::uuid is null or id > ${after}) and (
      ${ended_after}::timestamptz is null or coalesce(ends_at, starts_at) > ${ended_after})
    order by id limit ${batchSize}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Session counters that differ from the rows they count. */
export const findDiscrepancies = async (db: Db, session_ids: readonly string[]): Promise<Finding[]> => {
  const { rows } = await sql<Finding>`
    select c.name as "check", one.id::text as subject, c.expected::bigint as expected, c.found::bigint as found
    from (
      select s.id, s.held, s.sold, s.offered, s.waiting, s.waiting_places, w.offered as counted_offered,
        w.waiting as counted_waiting, w.waiting_places as counted_waiting_places,
        (select coalesce(sum(quantity), 0) from event_reservation where session_id = s.id and state = 'held')
          + w.offered as counted_held,
        (select count(*) from event_ticket where session_id = s.id and state in ('valid', 'used'))
          + (select coalesce(sum(quantity), 0) from event_scan where session_id = s.id and result = 'door')
          as counted_sold,
        (select count(*) from event_reservation r where r.session_id = s.id and r.state = 'confirmed'
          and r.quantity <> (select count(*) from event_ticket t where t.reservation_id = r.id)) as reservations_mismatched,
        (select count(*) from event_ticket t where t.session_id = s.id and (t.state = 'used') <>
          exists (select 1 from event_scan e where e.ticket_id = t.id and (
            e.result = 'admitted' or e.result = 'override' and t.state = 'used' and e.session_id = s.id)))
          as admissions_mismatched
      from event_session s, lateral (
        select coalesce(sum(quantity) filter (where state = 'offered'), 0) as offered,
          count(*) filter (where state = 'waiting') as waiting,
          coalesce(sum(quantity) filter (where state = 'waiting'), 0) as waiting_places
        from event_waiting where session_id = s.id and state in ('waiting', 'offered')
      ) as w
      where s.id = any(${[...session_ids]}::uuid[])
    ) as one, lateral (values
      ('held-is-counted', counted_held, held),
      ('sold-is-counted', counted_sold, sold),
      ('offered-is-counted', counted_offered, offered),
      ('waiting-is-counted', counted_waiting, waiting),
      ('waiting-places-are-counted', counted_waiting_places, waiting_places),
      ('reservation-has-tickets', 0, reservations_mismatched),
      ('used-is-admitted', 0, admissions_mismatched)
    ) as c (name, expected, found) where c.expected <> c.found`.execute(db)
  return rows
}
