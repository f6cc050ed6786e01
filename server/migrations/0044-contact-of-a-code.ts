import { sql, type Kysely } from 'kysely'

/** The contact to which a recovery code was sent: a new password set with it verifies that contact. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table recovery_code
    add column contact_index bytea check (octet_length(contact_index) = 32)`.execute(db)
}
