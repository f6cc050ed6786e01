import type { Db, Tx } from '../../db/database.ts'

type PhotoTable = {
  id: string
  purpose: string
  subject_id: string
  object_key: string
  /** Null once the photo is purged: without the key no copy of the object is readable. */
  sealed_data_key: Buffer | null
  /** Hash of the cleaned photo. */
  sha256: Buffer
  created_at: Date
  purge_after: Date
  purged_at: Date | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    photo: PhotoTable
  }
}

export type PhotoRow = PhotoTable

const columns = [
  'id',
  'purpose',
  'subject_id',
  'object_key',
  'sealed_data_key',
  'sha256',
  'created_at',
  'purge_after',
  'purged_at',
] as const

export const insertPhoto = async (tx: Tx, photo: Omit<PhotoRow, 'purged_at'>): Promise<void> => {
  await tx
    .insertInto('photo')
    .values({ ...photo, purged_at: null })
    .execute()
}

export const findPhoto = (db: Db, id: string): Promise<PhotoRow | undefined> =>
  db.selectFrom('photo').select(columns).where('id', '=', id).executeTakeFirst()

export const listBySubject = (db: Db, subject_id: string): Promise<PhotoRow[]> =>
  listBySubjects(db, [subject_id])

export const listBySubjects = async (db: Db, subject_ids: readonly string[]): Promise<PhotoRow[]> =>
  subject_ids.length === 0
    ? []
    : db
        .selectFrom('photo')
        .select(columns)
        .where('subject_id', 'in', subject_ids)
        .orderBy('created_at')
        .orderBy('id')
        .execute()

/** Number of photos per subject, purged ones included; subjects without photos are not in the map. */
export const countPhotosOf = async (
  db: Db,
  subject_ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (subject_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('photo')
    .select(['subject_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('subject_id', 'in', subject_ids)
    .groupBy('subject_id')
    .execute()
  return new Map(rows.map(({ subject_id, count }) => [subject_id, count]))
}

/** Brings the purge of a subject's photos forward; never postpones it. */
export const advancePurge = async (tx: Tx, subject_id: string, purge_after: Date): Promise<void> => {
  await tx
    .updateTable('photo')
    .set({ purge_after })
    .where('subject_id', '=', subject_id)
    .where('purge_after', '>', purge_after)
    .where('purged_at', 'is', null)
    .execute()
}

/** Photos due for purging, oldest first, after the given one. */
export const listDuePhotos = (
  db: Db,
  now: Date,
  limit: number,
  after: DueKey | null,
): Promise<DuePhoto[]> => {
  let query = db
    .selectFrom('photo')
    .select(['id', 'object_key', 'purge_after'])
    .where('purged_at', 'is', null)
    .where('purge_after', '<=', now)
  if (after)
    query = query.where((build) =>
      build(build.refTuple('purge_after', 'id'), '>', build.tuple(after.purge_after, after.id)),
    )
  return query.orderBy('purge_after').orderBy('id').limit(limit).execute()
}
export type DuePhoto = Pick<PhotoRow, 'id' | 'object_key' | 'purge_after'>
type DueKey = Pick<PhotoRow, 'id' | 'purge_after'>

/** Deletes the key of a photo whose object was deleted. @returns false when another process already did */
export const markPurged = async (db: Db, id: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('photo')
    .set({ purged_at: now, sealed_data_key: null })
    .where('id', '=', id)
    .where('purged_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Which of these object names belong to a retained photo. */
export const findRetainedKeys = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('photo')
    .select('object_key')
    .where('object_key', 'in', keys)
    .where('purged_at', 'is', null)
    .execute()
  return new Set(rows.map(({ object_key }) => object_key))
}

/** Counts of retained and overdue photos. */
export const countPhotos = async (db: Db, now: Date): Promise<{ kept: number; overdue: number }> => {
  const { kept, overdue } = await db
    .selectFrom('photo')
    .select(({ fn }) => [
      fn.countAll<number>().as('kept'),
      fn.countAll<number>().filterWhere('purge_after', '<=', now).as('overdue'),
    ])
    .where('purged_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { kept, overdue }
}
