import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Ends connections of other clients to the same database, all by default. @returns how many */
export const endConnections = async (
  db: Db,
  choose = (pids: readonly number[]): readonly number[] => pids,
): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
    order by pid`.execute(db)
  const chosen = choose(rows.map(({ pid }) => pid))
  await sql`select pg_terminate_backend(pid) from unnest(${chosen}::int[]) as p (pid)`.execute(db)
  return chosen.length
}

/** Switches to a new segment of the write-ahead log. */
export const switchWal = async (db: Db): Promise<void> => {
  await sql`select pg_switch_wal() from (select pg_logical_emit_message(false, 'drill', 'x')) as written`.execute(
    db,
  )
}
