import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

type SendingPauseTable = { key: Buffer; taken_at: Date }

declare module '../../db/tables.ts' {
  interface Tables {
    sending_pause: SendingPauseTable
  }
}

/**
 * Acquires the slot of a key unless its last one is too recent; only one of several concurrent callers acquires it.
 * @returns null when acquired, otherwise the time of the last one
 */
export const acquireSlot = async (
  db: Db,
  input: { key: Buffer; now: Date; intervalSeconds: number },
): Promise<Date | null> => {
  const latestTaken = new Date(input.now.getTime() - input.intervalSeconds * 1000)
  const taken = await sql`
    insert into sending_pause as stored (key, taken_at) values (${input.key}, ${input.now})
    on conflict (key) do update set taken_at = excluded.taken_at where stored.taken_at <= ${latestTaken}
    returning taken_at`.execute(db)
  if (taken.rows.length > 0) return null
  const { taken_at } = await db
    .selectFrom('sending_pause')
    .select('taken_at')
    .where('key', '=', input.key)
    .executeTakeFirstOrThrow()
  return taken_at
}

/** Deletes expired slots. */
export const deleteOldSlots = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('sending_pause').where('taken_at', '<', before).execute()
}
