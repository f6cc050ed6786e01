import { sql, type Kysely } from 'kysely'

/** Hours and holidays of customer service, which staff change. Without a row, those of the configuration apply. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table service_hours (
    is_only boolean primary key default true check (is_only),
    version integer not null check (version > 0),
    -- Opening and closing time by weekday, Sunday first; null when it is closed.
    week jsonb not null,
    holidays jsonb not null,
    changed_by uuid not null references staff,
    changed_at timestamptz not null
  )`.execute(db)
}
