import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * Makes changes that a migration of the next version may make while this one is running: a new column in every table,
 * and a different type for one column.
 */
export const changeTables = async (db: Db, suffix: string): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(db)
  for (const { name } of rows)
    await sql`alter table ${sql.table(name)} add column ${sql.id(`next_${suffix}`)} text default 'x'`.execute(
      db,
    )
  const type = sql.raw(`varchar(${100 + Number(suffix)})`)
  await sql`alter table event_reservation alter column service_channel type ${type}`.execute(db)
}
