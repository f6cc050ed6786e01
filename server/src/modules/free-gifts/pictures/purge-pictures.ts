import { inTransaction, type Db } from '../../../db/database.ts'
import { PhotoStoreError, type PhotoStore } from '../../../ports/photo-store.ts'
import { findIdsInSettings } from '../../campaigns/index.ts'
import type { PictureDeps, PictureStorage } from '../deps.ts'
import { objectKeyOf, purgeAfter } from './picture.ts'
import { deletePicture, keepPictures, listPurged, lockDuePictures, markPurged } from './picture-store.ts'

const batchSize = 100

/**
 * Deletes pictures that no campaign uses, seven days after they were uploaded or last found in use. Safe to interrupt
 * and to run in several processes concurrently.
 */
export const purgePictures = async ({
  db,
  clock,
  photos: { store },
}: Pick<PictureDeps, 'db' | 'clock'> & {
  photos: Pick<PictureStorage['photos'], 'store'>
}): Promise<void> => {
  const now = clock()
  let due: number
  do {
    due = await purgeBatch(db, now)
  } while (due === batchSize)
  for (const id of await listPurged(db)) if (await deleteObject(store, id)) await deletePicture(db, id)
}

/** @returns the number of pictures that were due */
const purgeBatch = (db: Db, now: Date): Promise<number> =>
  inTransaction(db, async (tx) => {
    const due = await lockDuePictures(tx, now, batchSize)
    // After the lock, so that no approval can begin to use a picture that was found unused.
    const used = await findIdsInSettings(tx, due)
    await keepPictures(tx, [...used], purgeAfter(now))
    await markPurged(
      tx,
      due.filter((id) => !used.has(id)),
      now,
    )
    return due.length
  })

/** A failing object must not prevent deleting the others; it is retried by the next run. */
const deleteObject = async (store: PhotoStore, id: string): Promise<boolean> => {
  try {
    await store.delete(objectKeyOf(id))
    return true
  } catch (error) {
    if (error instanceof PhotoStoreError) return false
    throw error
  }
}
