import { createHash } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { PhotoStorage } from './deps.ts'
import { findPhoto, listBySubject, listBySubjects, type PhotoRow } from './photo-row-store.ts'
import { openBytes } from './sealed-photo.ts'
import { fromStore } from './store-failure.ts'
import type { SealedPhoto } from './store-photo.ts'

/** Metadata of a photo. */
export type PhotoFacts = {
  readonly id: string
  readonly purpose: string
  readonly created_at: Date
  readonly purge_after: Date
  readonly purged_at: Date | null
}

/** The photos of a subject in order of arrival, purged ones included. */
export const listPhotos = async (db: Db, subject_id: string): Promise<PhotoFacts[]> =>
  (await listBySubject(db, subject_id)).map(metadataOf)

/** The same for many subjects; those without photos are not in the map. */
export const listPhotosOf = async (
  db: Db,
  subject_ids: readonly string[],
): Promise<Map<string, PhotoFacts[]>> => {
  const rows = await listBySubjects(db, subject_ids)
  return new Map(
    [...Map.groupBy(rows, ({ subject_id }) => subject_id)].map(([id, photos]) => [
      id,
      photos.map(metadataOf),
    ]),
  )
}

const metadataOf = ({ id, purpose, created_at, purge_after, purged_at }: PhotoRow): PhotoFacts => ({
  id,
  purpose,
  created_at,
  purge_after,
  purged_at,
})

/**
 * Decrypts a photo as JPEG; null when the subject has no such photo or it was purged. The caller
 * checks the permission and writes the audit line.
 * @throws {Unavailable} when the store fails
 * @throws {Error} when the object is missing or altered: the store was tampered with
 */
export const openPhoto = async (
  deps: PhotoStorage & { readonly db: Db },
  { id, subject_id }: { id: string; subject_id: string },
): Promise<Buffer | null> => {
  const photo = await findPhoto(deps.db, id)
  if (!photo?.sealed_data_key || photo.subject_id !== subject_id) return null
  return openObject(deps, { ...photo, sealed_data_key: photo.sealed_data_key })
}

/** Whether the key of an object opens; nothing is read from the store. */
export const canOpenKey = (
  { key }: Pick<PhotoStorage, 'key'>,
  { id, sealed_data_key }: Pick<SealedPhoto, 'id' | 'sealed_data_key'>,
): boolean => openBytes({ key, context: id, sealed: sealed_data_key }) !== null

/**
 * Decrypts an object of `sealObject`.
 * @throws {Unavailable} when the store fails
 * @throws {Error} when the object is missing or altered: the store was tampered with
 */
export const openObject = async (
  deps: PhotoStorage,
  { id, object_key, sealed_data_key, sha256 }: SealedPhoto,
): Promise<Buffer> => {
  const sealed = await fromStore(deps.store.get(object_key))
  if (!sealed) throw new Error(`The object of ${id} is missing`)
  const dataKey = openBytes({ key: deps.key, context: id, sealed: sealed_data_key })
  const bytes = dataKey && openBytes({ key: dataKey, context: id, sealed })
  if (!bytes || !createHash('sha256').update(bytes).digest().equals(sha256))
    throw new Error(`The object of ${id} was altered`)
  return bytes
}
