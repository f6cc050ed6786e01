import * as z from 'zod/mini'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { defineCall } from '../kernel/call.ts'
import { defineFile } from '../kernel/served-file.ts'
import { fileSchema } from '../kernel/file.ts'
import { receiptSchema } from './receipt.ts'

/** Maximum photos of one receipt: long receipts need several, and a blurred photo may be replaced. */
export const receiptPhotoLimit = 4

const unknownReceipt = {
  'receipts.unknown': { status: 404, message: 'Nota não encontrada.' },
} as const

/** Adds a photo (JPEG) to the customer's own receipt while it awaits review. */
export const addReceiptPhotoCall = defineCall({
  method: 'POST',
  path: '/api/marketing/purchase/photo',
  summary: 'Envia uma foto da nota fiscal que está em análise.',
  multipart: ['photo'],
  body: z.object({ purchase_id: z.uuid(), photo: fileSchema(requiredTextMessage) }),
  data: receiptSchema,
  refusals: {
    ...unknownReceipt,
    'receipts.photo-not-needed': {
      status: 409,
      message: 'Esta nota já foi analisada e não precisa mais de foto.',
    },
    'receipts.photo-limit': {
      status: 409,
      message: 'Você já enviou {count} {count|foto|fotos} desta nota.',
    },
  },
  session: 'participant',
})

/** Path of a photo view: `GET` with the staff cookie, once, as a watermarked JPEG. */
export const receiptPhotoFile = defineFile({
  path: '/api/staff/receipts/photo-views/:view_token',
  summary: 'A foto de uma nota fiscal, uma única vez.',
  params: z.object({ view_token: z.string().check(z.maxLength(100)) }),
  type: 'image/jpeg',
  disposition: 'inline',
  refusals: {},
  session: 'staff',
  permission: 'receipts.review',
})

/** Grants one view of a receipt photo within a minute. The view itself is audited. */
export const openReceiptPhotoCall = defineCall({
  method: 'POST',
  path: '/api/staff/receipts/photo-view',
  summary: 'Libera uma única visualização da foto de uma nota, com marca-d’água.',
  body: z.object({ purchase_id: z.uuid(), photo_id: z.uuid() }),
  data: z.object({
    /** Path of the photo, valid for one view. */
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
