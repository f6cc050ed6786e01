import * as z from 'zod/mini'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { defineCall } from '../kernel/call.ts'
import { fileSchema } from '../kernel/file.ts'
import { defineFile, filePath } from '../kernel/served-file.ts'

/** The picture of a gift. The file with a given id never changes. */
export const giftPictureFile = defineFile({
  path: '/api/marketing/promotion/free-gifts/pictures/:picture_id',
  summary: 'A foto de um brinde.',
  params: z.object({ picture_id: z.uuid().check(z.toLowerCase()) }),
  type: 'image/jpeg',
  disposition: 'inline',
  refusals: {},
  session: 'public',
})

export const giftPicturePath = (picture_id: string): string => filePath(giftPictureFile, { picture_id })

/**
 * Uploads the picture of a gift: it is decoded, resized and encoded again. Anyone who knows its id can see it. A picture
 * that no campaign uses is deleted after 7 days.
 */
export const uploadGiftPictureCall = defineCall({
  method: 'POST',
  path: '/api/staff/free-gifts/pictures',
  summary: 'Envia a foto de um brinde.',
  multipart: ['picture'],
  body: z.object({ picture: fileSchema(requiredTextMessage) }),
  data: z.object({ picture_id: z.string(), url: z.string() }),
  refusals: {},
  session: 'staff',
  permission: 'campaigns.edit',
})
