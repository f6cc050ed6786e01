import { sql, type Kysely } from 'kysely'

/** An index of the audit lines about staff, which administrators list. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index audit_line_staff on audit_line (position) where subject_kind = 'staff'`.execute(db)
}
