import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import type { PhotoStorage } from './deps.ts'
import { insertPhoto } from './photo-row-store.ts'
import { latestPurge } from './retention.ts'
import { dataKeyBytes, sealBytes } from './sealed-photo.ts'
import { fromStore } from './store-failure.ts'

/** Prefix of all object names. */
export const photoPrefix = 'photos/'

/** A stored photo that is not yet recorded in the database. */
export type SealedPhoto = {
  readonly id: string
  readonly object_key: string
  readonly sealed_data_key: Buffer
  readonly sha256: Buffer
}

/**
 * Encrypts a cleaned file with a fresh key and uploads it. Call it before the transaction that inserts the row: the store may be
 * slow. Orphaned objects are purged by the owner of the prefix.
 * @throws {Unavailable} when the store fails
 */
export const sealObject = async (
  deps: PhotoStorage,
  { bytes, prefix }: { bytes: Uint8Array; prefix: string },
): Promise<SealedPhoto> => {
  const id = randomUUID()
  // The name is random and reveals neither person nor row.
  const object_key = prefix + randomBytes(16).toString('hex')
  const dataKey = randomBytes(dataKeyBytes)
  await fromStore(deps.store.put(object_key, sealBytes({ key: dataKey, context: id, bytes })))
  return {
    id,
    object_key,
    sealed_data_key: sealBytes({ key: deps.key, context: id, bytes: dataKey }),
    sha256: createHash('sha256').update(bytes).digest(),
  }
}

/**
 * Encrypts a cleaned photo with a fresh key and uploads it. Call it before the transaction that inserts the
 * row: the store may be slow, and orphaned objects are purged.
 * @param bytes the output of the decoder's `clean`
 * @throws {Unavailable} when the store fails
 */
export const sealPhoto = (deps: PhotoStorage, bytes: Uint8Array): Promise<SealedPhoto> =>
  sealObject(deps, { bytes, prefix: photoPrefix })

/**
 * Records a sealed photo in the transaction of its subject; it is retained for at most 90 days.
 * @returns the photo's id
 */
export const storePhoto = async (
  tx: Tx,
  input: {
    photo: SealedPhoto
    /** The kind of photo as named by the capability, for instance `personal_id_front`. */
    purpose: string
    /** The subject, for instance the recovery request. */
    subject_id: string
    now: Date
  },
): Promise<string> => {
  await insertPhoto(tx, {
    ...input.photo,
    purpose: input.purpose,
    subject_id: input.subject_id,
    created_at: input.now,
    purge_after: latestPurge(input.now),
  })
  return input.photo.id
}
