import { freeGiftSettings } from '@clube/contract/free-gifts/settings.ts'
import * as z from 'zod/mini'
import type { Promotion } from '../../campaigns/index.ts'
import { findPictures } from './picture-store.ts'

/** Gifts whose picture is not stored, by campaign. Settings that do not match the schema have errors of their own. */
export const listPictureErrors: Promotion['referenceErrors'] = async (db, campaigns) => {
  const used = campaigns.flatMap(({ id, settings }) =>
    (z.safeParse(freeGiftSettings, settings).data?.gifts ?? []).flatMap(({ picture }, index) =>
      picture ? [{ id, index, picture_id: picture.picture_id }] : [],
    ),
  )
  if (used.length === 0) return new Map()
  const known = await findPictures(
    db,
    used.map(({ picture_id }) => picture_id),
  )
  const missing = used.filter(({ picture_id }) => !known.has(picture_id))
  return new Map(
    [...Map.groupBy(missing, ({ id }) => id)].map(([id, gifts]) => [
      id,
      gifts.map(({ index }) => ({ path: `gifts.${index}.picture`, message: pictureMessage })),
    ]),
  )
}

const pictureMessage = 'Esta foto não está mais guardada. Envie a foto de novo.'
