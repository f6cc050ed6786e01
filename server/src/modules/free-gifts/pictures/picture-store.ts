import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'

declare module '../../../db/tables.ts' {
  interface Tables {
    gift_picture: {
      id: string
      uploaded_by: string
      created_at: Date
      /** The earliest time of its deletion, postponed while a campaign uses it. */
      purge_after: Date
      /** When it was purged: not found from then on; the row remains until its object is deleted. */
      purged_at: Date | null
    }
  }
}

const idIn = (ids: readonly string[]) => sql<boolean>`id = any (${[...ids]}::uuid[])`

export const insertPicture = async (
  db: Db,
  picture: { id: string; uploaded_by: string; now: Date; purge_after: Date },
): Promise<void> => {
  const { now: created_at, ...values } = picture
  await db
    .insertInto('gift_picture')
    .values({ ...values, created_at, purged_at: null })
    .execute()
}

/** The ids of pictures that exist and are not purged; they cannot be purged until the transaction ends. */
export const findPictures = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('gift_picture')
    .select('id')
    .where(idIn(ids))
    .where('purged_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Locks pictures whose use must be checked, oldest first. */
export const lockDuePictures = async (tx: Tx, now: Date, limit: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('gift_picture')
    .select('id')
    .where('purge_after', '<=', now)
    .where('purged_at', 'is', null)
    .orderBy('purge_after')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

export const keepPictures = async (tx: Tx, ids: readonly string[], purge_after: Date): Promise<void> => {
  await tx.updateTable('gift_picture').set({ purge_after }).where(idIn(ids)).execute()
}

/** Marks pictures as purged: they are not found from then on. */
export const markPurged = async (tx: Tx, ids: readonly string[], now: Date): Promise<void> => {
  await tx.updateTable('gift_picture').set({ purged_at: now }).where(idIn(ids)).execute()
}

/** Pictures whose objects are still to be deleted. */
export const listPurged = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom('gift_picture').select('id').where('purged_at', 'is not', null).execute()
  return rows.map(({ id }) => id)
}

export const deletePicture = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('gift_picture').where('id', '=', id).execute()
}
