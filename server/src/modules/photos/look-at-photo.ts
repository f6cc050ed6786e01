import type { Db, Tx } from '../../db/database.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import { consumeLook, insertLook } from './photo-look-store.ts'
import { findPhoto } from './photo-row-store.ts'

/** Validity of a granted look, in seconds. */
const lookSeconds = 60

/**
 * Grants a staff member one look at a photo. The caller checks the permission.
 * @returns the look's token, or null when the photo no longer exists
 */
export const grantLook = async (
  db: Db,
  input: { photo_id: string; subject_id: string; staff_id: string; now: Date },
): Promise<{ look_token: string; expires_at: Date } | null> => {
  const { photo_id, subject_id, staff_id, now } = input
  const photo = await findPhoto(db, photo_id)
  if (photo?.subject_id !== subject_id || photo.purged_at !== null) return null
  const look_token = createSecret()
  const expires_at = new Date(now.getTime() + lookSeconds * 1000)
  await insertLook(db, { token_hash: fingerprint(look_token), photo_id, staff_id, expires_at })
  return { look_token, expires_at }
}

/**
 * Consumes a granted look in the caller's transaction, which writes the audit line; call `openPhoto` afterwards.
 * @returns the photo and its subject, or null for a used, expired or foreign look
 */
export const takeLook = async (
  tx: Tx,
  input: { look_token: string; staff_id: string; now: Date },
): Promise<{ photo_id: string; subject_id: string; purpose: string } | null> => {
  const { look_token, staff_id, now } = input
  const photo_id = await consumeLook(tx, { token_hash: fingerprint(look_token), staff_id, now })
  const photo = photo_id === null ? undefined : await findPhoto(tx, photo_id)
  return photo ? { photo_id: photo.id, subject_id: photo.subject_id, purpose: photo.purpose } : null
}
