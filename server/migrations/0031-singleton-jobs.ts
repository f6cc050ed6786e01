import { sql, type Kysely } from 'kysely'

/** Periodic jobs that run in one process at a time: the lease of the running one, and the start of the last run. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table singleton_job (
    name text primary key,
    started_at timestamptz not null,
    lease_token uuid,
    lease_until timestamptz,
    check ((lease_token is null) = (lease_until is null))
  )`.execute(db)
}
