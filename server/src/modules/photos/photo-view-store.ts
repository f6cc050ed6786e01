import type { Db, Tx } from '../../db/database.ts'

type PhotoViewTable = {
  token_hash: Buffer
  photo_id: string
  staff_id: string
  expires_at: Date
  used_at: Date | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    photo_view: PhotoViewTable
  }
}

export const insertView = async (db: Db, view: Omit<PhotoViewTable, 'used_at'>): Promise<void> => {
  await db
    .insertInto('photo_view')
    .values({ ...view, used_at: null })
    .execute()
}

/** Consumes a view; only the grantee can, and only one of several concurrent calls succeeds. */
export const consumeView = async (
  tx: Tx,
  input: { token_hash: Buffer; staff_id: string; now: Date },
): Promise<string | null> => {
  const row = await tx
    .updateTable('photo_view')
    .set({ used_at: input.now })
    .where('token_hash', '=', input.token_hash)
    .where('staff_id', '=', input.staff_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', input.now)
    .returning('photo_id')
    .executeTakeFirst()
  return row?.photo_id ?? null
}

/** Which photos of a subject the staff member has opened. */
export const viewedPhotos = async (
  db: Db,
  input: { subject_id: string; staff_id: string },
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('photo_view')
    .innerJoin('photo', 'photo.id', 'photo_view.photo_id')
    .select('photo.id')
    .where('photo.subject_id', '=', input.subject_id)
    .where('photo_view.staff_id', '=', input.staff_id)
    .where('photo_view.used_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Deletes views that were not used in time, and those of purged photos. */
export const deleteOldViews = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('photo_view')
    .where('expires_at', '<', now)
    .where((build) =>
      build.or([
        build('used_at', 'is', null),
        build.exists(
          build
            .selectFrom('photo')
            .select('id')
            .whereRef('photo.id', '=', 'photo_view.photo_id')
            .where('purged_at', 'is not', null),
        ),
      ]),
    )
    .execute()
}
