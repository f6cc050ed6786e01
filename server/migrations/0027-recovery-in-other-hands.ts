import { sql, type Kysely } from 'kysely'

/**
 * Recovery requests can be stopped by a link while they are on hold. Codes, attempts and requests from known devices are
 * separate from all others. Photo views are found by photo.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table recovery_request
    -- Hash of the secret in the link that stops the request during its hold.
    add column objection_hash bytea unique check (octet_length(objection_hash) = 32),
    add column known_device boolean not null default false`,
  `drop index recovery_request_open`,
  `create unique index recovery_request_open on recovery_request (document_index, known_device)
    where at in ('submitted', 'in_review', 'needs_second', 'held')`,
  `alter table recovery_code
    add column known_device boolean not null default false,
    -- Attempts to enter a staff-issued code from known devices; the column attempts counts all others.
    add column known_attempts integer not null default 0 check (known_attempts between 0 and 5)`,
  `drop index recovery_code_sent`,
  `create unique index recovery_code_sent on recovery_code (document_index, known_device)
    where used_at is null and ended_at is null and source in ('email', 'sms')`,
  `create index photo_look_photo on photo_look (photo_id, staff_id) where used_at is not null`,
]
