import type { Db } from '../../../db/database.ts'
import type { PhotoStore } from '../../../ports/photo-store.ts'
import { objectKeyOf, purgeAfter } from './picture.ts'
import { insertPicture } from './picture-store.ts'

/** Records a picture with a fixed id as uploaded, and stores its image if there is a photo store. */
export const seedPicture = async (
  { db, store, now }: { db: Db; store: PhotoStore | null; now: Date },
  { picture_id: id, ...picture }: { picture_id: string; uploaded_by: string; draw: () => Promise<Buffer> },
): Promise<void> => {
  await insertPicture(db, { id, uploaded_by: picture.uploaded_by, now, purge_after: purgeAfter(now) })
  await store?.put(objectKeyOf(id), await picture.draw())
}
