import { sql, type Kysely } from 'kysely'

export const isOnline = true

/** Indexes for lists of staff that read everything of their session, queue or name. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // An interrupted run leaves an invalid index behind.
  `drop index concurrently if exists event_scan_latest`,
  `create index concurrently event_scan_latest on event_scan (session_id, scanned_at, id)`,
  `drop index concurrently if exists event_waiting_offered`,
  `create index concurrently event_waiting_offered on event_waiting (session_id, offer_expires_at)
    where state = 'offered'`,
  `drop index concurrently if exists event_reservation_ended`,
  `create index concurrently event_reservation_ended on event_reservation (session_id, state, id)
    where state in ('cancelled', 'expired', 'released')`,
  `drop index concurrently if exists recovery_request_by_queue`,
  `create index concurrently recovery_request_by_queue on recovery_request ((
    case when at in ('submitted', 'in_review') then 'waiting'
      when at = 'needs_second' then 'second' when at = 'held' then 'held' else 'decided' end), submitted_at, id)
    where customer_id is not null`,
  // As customer_name_words, which must read all people to find that a name is common.
  `drop index concurrently if exists customer_name_words_sample`,
  String.raw`create index concurrently customer_name_words_sample on customer using gin (to_tsvector('simple',
    regexp_replace(lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f\u2019\u00b4\u0060\u0027]', '', 'g')),
      '[^a-z0-9]+', ' ', 'g'))) where account_status <> 'anonymized' and uuid_hash(id) & 31 = 0`,
  `drop index concurrently if exists customer_birth_date`,
  `create index concurrently customer_birth_date on customer (birth_date) where account_status <> 'anonymized'`,
]
