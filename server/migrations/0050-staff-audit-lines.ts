import { sql, type Kysely } from 'kysely'

/** Changes of staff, which administrators list, among all other lines. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index audit_line_staff on audit_line (position) where subject_kind = 'staff'`.execute(db)
}
