import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { defineFile } from '../kernel/served-file.ts'
import { awardStates, wonPrizeSchema } from './calls.ts'
import { unknownAwardRefusal } from './refusals.ts'

/** Path of an award's page. */
export const awardPath = (award_id: string): `/${string}` => `/raspadinhas/premios/${award_id}`

/** Formats of the receipt of a delivered prize: a sheet, or the 80 mm roll of the desk. */
export const receiptFormats = ['a4', '80mm'] as const
export type ReceiptFormat = (typeof receiptFormats)[number]

/** A won prize as its customer sees it. The browser may store it. */
export const scratchAwardSchema = z.object({
  award_id: z.string(),
  /** The participation that won it. Optional, because devices store awards of earlier versions. */
  transaction_id: z.optional(z.string()),
  campaign_id: z.string(),
  campaign_slug: z.string(),
  campaign_title: z.string(),
  prize: wonPrizeSchema,
  /** According to the server's clock. Points are delivered immediately. */
  state: z.enum(awardStates),
  won_at: z.string(),
  /** Exclusive deadline for picking it up, later if a delivery was undone after it; null for points. */
  expires_at: z.nullable(z.string()),
  delivered_at: z.nullable(z.string()),
  /** Content of the QR code: 27 letters and digits; null for points. */
  qr_code: z.nullable(z.string()),
  /** Short code for typing at the desk: K7QM-2XPD-9FHT; null for points. */
  short_code: z.nullable(z.string()),
  needs_signature: z.boolean(),
  /** Whether the person must complete the account before the delivery. */
  needs_account: z.boolean(),
})
export type ScratchAward = z.infer<typeof scratchAwardSchema>

/** The customer's prizes, newest first. */
export const listMyAwardsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/promotion/scratch-card/awards',
  summary: 'Prêmios de raspadinhas da pessoa.',
  data: z.array(scratchAwardSchema),
  refusals: {},
  session: 'participant',
})

/** One prize. */
export const readAwardCall = defineCall({
  method: 'GET',
  path: '/api/marketing/promotion/scratch-card/award/:award_id',
  summary: 'Um prêmio de raspadinha da pessoa.',
  params: z.object({ award_id: z.uuid() }),
  data: scratchAwardSchema,
  refusals: unknownAwardRefusal,
  session: 'participant',
})

const undeliveredRefusal = {
  'scratch-card.no-receipt': { status: 409, message: 'Este prêmio ainda não foi entregue.' },
} as const

/** The receipt of a delivered prize, for its customer. */
export const awardReceiptFile = defineFile({
  path: '/api/marketing/promotion/scratch-card/awards/:award_id/:format/recibo.pdf',
  summary: 'O recibo de um prêmio entregue, em folha A4 ou em bobina de 80 mm.',
  params: z.object({ award_id: z.uuid(), format: z.enum(receiptFormats) }),
  type: 'application/pdf',
  disposition: 'inline',
  filename: 'recibo.pdf',
  refusals: { ...unknownAwardRefusal, ...undeliveredRefusal },
  session: 'participant',
})

/** The same receipt for the desk that delivered it. The access is audited. */
export const deskReceiptFile = defineFile({
  path: '/api/staff/scratch-card/awards/:award_id/:format/recibo.pdf',
  summary: 'O recibo de um prêmio entregue, para o balcão.',
  params: z.object({ award_id: z.uuid(), format: z.enum(receiptFormats) }),
  type: 'application/pdf',
  disposition: 'inline',
  filename: 'recibo.pdf',
  refusals: { ...unknownAwardRefusal, ...undeliveredRefusal },
  session: 'staff',
  permission: 'scratch.deliver',
})
