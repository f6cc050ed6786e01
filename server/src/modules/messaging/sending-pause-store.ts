import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

type SendingPauseTable = { key: Buffer; taken_at: Date }

declare module '../../db/tables.ts' {
  interface Tables {
    sending_pause: SendingPauseTable
  }
}

/**
 * Takes the slot of a key unless its last one is too recent; only one of several concurrent callers gets it.
 * @returns null when taken, otherwise the time of the last one
 */
export const takeSlot = async (
  db: Db,
  use: { key: Buffer; now: Date; intervalSeconds: number },
): Promise<Date | null> => {
  const latestTaken = new Date(use.now.getTime() - use.intervalSeconds * 1000)
  const taken = await sql`
    insert into sending_pause as stored (key, taken_at) values (${use.key}, ${use.now})
    on conflict (key) do update set taken_at = excluded.taken_at where stored.taken_at <= ${latestTaken}
    returning taken_at`.execute(db)
  if (taken.rows.length > 0) return null
  const { taken_at } = await db
    .selectFrom('sending_pause')
    .select('taken_at')
    .where('key', '=', use.key)
    .executeTakeFirstOrThrow()
  return taken_at
}

/** Deletes expired slots. */
export const deleteOldSlots = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('sending_pause').where('taken_at', '<', before).execute()
}
