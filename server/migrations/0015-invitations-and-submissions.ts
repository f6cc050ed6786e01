import { sql, type Kysely } from 'kysely'

/** Invitations know the e-mail that carries them, and recovery requests the sending that they came by. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Null for a link that was printed by a command. No reference: messages are forgotten after a while.
  `alter table staff_invitation add column message_id uuid`,
  // Null for requests from before, and once the form they were made of is forgotten.
  `alter table recovery_request add column submission_hash bytea check (octet_length(submission_hash) = 32)`,
  // The same sending is one request, whatever happens.
  `create unique index recovery_request_submission on recovery_request (submission_hash)
    where submission_hash is not null`,
]
