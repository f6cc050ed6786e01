import * as z from 'zod/mini'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { defineCall } from '../kernel/call.ts'
import { fileSchema } from '../kernel/file.ts'

/** Public path of a gift's picture, a JPEG that never changes. */
export const giftPicturePath = (picture_id: string): `/${string}` =>
  `/api/marketing/promotion/free-gifts/pictures/${picture_id}`

/** Uploads the picture of a gift: it is decoded, resized and encoded again. Anyone can see it. */
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
