import { giftPicturePath, uploadGiftPictureCall } from '@clube/contract/free-gifts/picture-calls.ts'
import type { FormFile } from '@clube/contract/kernel/file.ts'
import { InvalidInput, refusalsOf, refuseRequest } from '../../../kernel/refusal.ts'
import { fromStore, photoErrorMessages } from '../../photos/index.ts'
import type { PictureDeps } from '../deps.ts'
import { objectKeyOf, pictureSide, purgeAfter } from './picture.ts'
import { insertPicture } from './picture-store.ts'

/**
 * Counts an attempt before its file is received.
 * @throws {Refusal} request.rate-limited
 */
export const admitPicture = async (deps: PictureDeps, staff_id: string): Promise<void> => {
  if (!(await deps.limits.spend('gift-pictures', staff_id, deps.clock())))
    throw refusalsOf(uploadGiftPictureCall)('request.rate-limited')
}

/**
 * Cleans a picture like a photo of a person, and stores it.
 * @throws {InvalidInput} under `picture` for an invalid one
 * @throws {Unavailable} when the store fails
 */
export const uploadPicture = async (
  deps: PictureDeps,
  input: { picture: FormFile; staff_id: string },
): Promise<{ picture_id: string; url: string }> => {
  const clean = await deps.photos.decoder.clean(input.picture, { max_side: pictureSide })
  if (!clean.ok) throw new InvalidInput([{ path: 'picture', message: photoErrorMessages[clean.error] }])
  const picture_id = deps.random.uuid()
  const now = deps.clock()
  // The row is stored first, so that the object of an interrupted upload is purged.
  await insertPicture(deps.db, {
    id: picture_id,
    uploaded_by: input.staff_id,
    now,
    purge_after: purgeAfter(now),
  })
  await fromStore(deps.photos.store.put(objectKeyOf(picture_id), clean.bytes))
  return { picture_id, url: giftPicturePath(picture_id) }
}

/** @throws {Refusal} request.not-found */
export const readPicture = async ({ photos }: PictureDeps, picture_id: string): Promise<Buffer> => {
  const bytes = await fromStore(photos.store.get(objectKeyOf(picture_id)))
  if (!bytes) throw refuseRequest('request.not-found')
  return bytes
}
