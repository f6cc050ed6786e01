import { sql, type Kysely } from 'kysely'

/** Links invitations to their e-mail, and recovery requests to their submission. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Null for a link printed by a command. No foreign key: messages are purged.
  `alter table staff_invitation add column message_id uuid`,
  // Null for older requests, and once the submitted form is erased.
  `alter table recovery_request add column submission_hash bytea check (octet_length(submission_hash) = 32)`,
  // A repeated submission is the same request.
  `create unique index recovery_request_submission on recovery_request (submission_hash)
    where submission_hash is not null`,
]
