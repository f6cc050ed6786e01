import type { Db, Tx } from '../../db/database.ts'

type RecoveryPhotoViewTable = {
  token_hash: Buffer
  photo_id: string
  request_id: string
  staff_id: string
  expires_at: Date
  used_at: Date | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    recovery_photo_view: RecoveryPhotoViewTable
  }
}

export const insertView = async (db: Db, view: Omit<RecoveryPhotoViewTable, 'used_at'>): Promise<void> => {
  await db
    .insertInto('recovery_photo_view')
    .values({ ...view, used_at: null })
    .execute()
}

/** Uses the right to look up; of many at once one gets it, and only whom it was given to. */
export const consumeView = (
  tx: Tx,
  use: { token_hash: Buffer; staff_id: string; now: Date },
): Promise<{ photo_id: string; request_id: string } | undefined> =>
  tx
    .updateTable('recovery_photo_view')
    .set({ used_at: use.now })
    .where('token_hash', '=', use.token_hash)
    .where('staff_id', '=', use.staff_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', use.now)
    .returning(['photo_id', 'request_id'])
    .executeTakeFirst()

export const deleteOldViews = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('recovery_photo_view').where('expires_at', '<', now).execute()
}
