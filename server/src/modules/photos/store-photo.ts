import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import type { PhotoDeps } from './deps.ts'
import { insertPhoto } from './photo-row-store.ts'
import { purgeAtLatest } from './retention.ts'
import { dataKeyBytes, sealBytes } from './sealed-photo.ts'
import { fromStore } from './store-failure.ts'

/** All objects of ours begin so. */
export const photoPrefix = 'photos/'

/** A photo that rests in the store under a key of its own, not yet known to the database. */
export type SealedPhoto = {
  readonly id: string
  readonly object_key: string
  readonly sealed_data_key: Buffer
  readonly sha256: Buffer
}

/**
 * Encrypts a cleaned photo with a fresh key and puts it into the store. Call it before the transaction that stores the
 * row: a store may be slow, and what no row comes to know is removed by the purge.
 * @param bytes what `cleanPhoto` gave
 * @throws {Unavailable} when the store fails
 */
export const sealPhoto = async (
  deps: Pick<PhotoDeps, 'store' | 'key'>,
  bytes: Uint8Array,
): Promise<SealedPhoto> => {
  const id = randomUUID()
  // The name says nothing: neither whose photo it is nor which row it belongs to.
  const object_key = photoPrefix + randomBytes(16).toString('hex')
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
 * Records a sealed photo in the transaction of what it was sent for; it is kept 90 days at most.
 * @returns the photo's id
 */
export const storePhoto = async (
  tx: Tx,
  input: {
    photo: SealedPhoto
    /** What it shows, in the words of the capability, for instance `personal_id_front`. */
    purpose: string
    /** What it was sent for, for instance the recovery request. */
    subject_id: string
    now: Date
  },
): Promise<string> => {
  await insertPhoto(tx, {
    ...input.photo,
    purpose: input.purpose,
    subject_id: input.subject_id,
    created_at: input.now,
    purge_after: purgeAtLatest(input.now),
  })
  return input.photo.id
}
