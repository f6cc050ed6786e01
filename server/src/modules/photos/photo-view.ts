import type { Db, Tx } from '../../db/database.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import { consumeView, insertView } from './photo-view-store.ts'
import { findPhoto } from './photo-row-store.ts'

/** Validity of a granted view, in seconds. */
const viewSeconds = 60

/**
 * Grants a staff member one view of a photo. The caller checks the permission.
 * @returns the view's token, or null when the photo no longer exists
 */
export const grantPhotoView = async (
  db: Db,
  input: { photo_id: string; subject_id: string; staff_id: string; now: Date },
): Promise<{ view_token: string; expires_at: Date } | null> => {
  const { photo_id, subject_id, staff_id, now } = input
  const photo = await findPhoto(db, photo_id)
  if (photo?.subject_id !== subject_id || photo.purged_at !== null) return null
  const view_token = createSecret()
  const expires_at = new Date(now.getTime() + viewSeconds * 1000)
  await insertView(db, { token_hash: fingerprint(view_token), photo_id, staff_id, expires_at })
  return { view_token, expires_at }
}

/**
 * Consumes a granted view in the caller's transaction, which writes the audit line; call `openPhoto` afterwards.
 * @returns the photo and its subject, or null for a used or expired view, or one granted for another staff member; callers compare the subject
 */
export const consumePhotoView = async (
  tx: Tx,
  input: { view_token: string; staff_id: string; now: Date },
): Promise<{ photo_id: string; subject_id: string; purpose: string } | null> => {
  const { view_token, staff_id, now } = input
  const photo_id = await consumeView(tx, { token_hash: fingerprint(view_token), staff_id, now })
  const photo = photo_id === null ? undefined : await findPhoto(tx, photo_id)
  return photo ? { photo_id: photo.id, subject_id: photo.subject_id, purpose: photo.purpose } : null
}
