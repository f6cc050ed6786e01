import * as z from 'zod/mini'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { defineCall } from '../kernel/call.ts'
import { fileSchema } from '../kernel/file.ts'
import { receiptSchema } from './receipt.ts'

/** Photos of one receipt: long ones need more than one, and a blurred one may be followed by a better. */
export const receiptPhotoLimit = 4

const unknownReceipt = {
  'receipts.unknown': { status: 404, message: 'Nota não encontrada.' },
} as const

/** Adds a photo (JPEG) to the person's own receipt while staff have not decided about it. */
export const addReceiptPhotoCall = defineCall({
  method: 'POST',
  path: '/api/marketing/purchase/photo',
  summary: 'Envia uma foto da nota fiscal que está em análise.',
  multipart: true,
  body: z.object({ purchase_id: z.uuid(), photo: fileSchema(requiredTextMessage) }),
  data: receiptSchema,
  refusals: {
    ...unknownReceipt,
    'receipts.photo-not-wanted': {
      status: 409,
      message: 'Esta nota já foi analisada e não precisa mais de foto.',
    },
    'receipts.photo-limit': {
      status: 409,
      message: 'Você já enviou {count} fotos desta nota.',
    },
  },
  session: 'customer',
})

/** Where the picture of a look is fetched: `GET` with the staff cookie, once, as watermarked JPEG. */
export const receiptPhotoLookPath = '/api/staff/receipts/photo-looks/:look_token'

/** A right to see one photo of a receipt once, within a minute. The look itself is what the audit line is written for. */
export const openReceiptPhotoCall = defineCall({
  method: 'POST',
  path: '/api/staff/receipts/photo-look',
  summary: 'Libera uma única visualização da foto de uma nota, com marca-d’água.',
  body: z.object({ purchase_id: z.uuid(), photo_id: z.uuid() }),
  data: z.object({
    /** Address of the picture; good for one look. */
    url: z.string(),
    expires_at: z.string(),
  }),
  refusals: {
    ...unknownReceipt,
    'receipts.photo-gone': { status: 404, message: 'Esta foto já foi apagada.' },
  },
  session: 'staff',
  permission: 'receipts.review',
})
