import * as z from 'zod/mini'
import { idCursor } from '../kernel/cursor.ts'
import { cnpjSchema } from '../brazil/cnpj.ts'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { receiptKeyMessage } from '../brazil/receipt-key.ts'
import { defineCall } from '../kernel/call.ts'
import { rejectionReasons, receiptStates, type RejectionReason } from './receipt.ts'
import {
  cleanFloor,
  floorMaxLength,
  participatingShopSchema,
  shopNameMaxLength,
  shopSegmentSchema,
} from './shop.ts'

const openedBySchema = z.object({ name: z.string(), opened_at: z.string() })

/** A receipt as a validator sees it: of the customer, only a masked document and the id of their page. */
export const reviewedReceiptSchema = z.object({
  purchase_id: z.string(),
  receipt_key: z.string(),
  model: z.string(),
  number: z.string(),
  shop_name: z.string(),
  shop_cnpj: z.string(),
  amount_cents: z.int(),
  issued_on: z.string(),
  customer_id: z.string(),
  customer_document_masked: z.string(),
  state: z.enum(receiptStates),
  /** Why it was not approved automatically. */
  review_reasons: z.array(z.string()),
  appeal: z.nullable(z.string()),
  // The defaults are for responses of an earlier version.
  /** When the customer appealed; null for a receipt that was sent again instead. */
  appealed_at: z._default(z.nullable(z.string()), null),
  /** The rejection that the customer appealed against, or after which they sent the receipt again. */
  appealed: z.nullable(
    z.object({ reason: z.string(), decided_at: z.string(), decided_by: z.nullable(z.string()) }),
  ),
  /** Whether the caller rejected it before, so that another staff member decides. */
  is_own_rejection: z._default(z.boolean(), false),
  /** Another staff member who has the receipt open. */
  opened_by: z._default(z.nullable(openedBySchema), null),
  /** What the customer stated, if the service desk replaced it, and the attendant who replaced it. */
  stated: z.nullable(
    z.object({ amount_cents: z.int(), issued_on: z.string(), changed_by: z.nullable(z.string()) }),
  ),
  /** The tax authority's page about the receipt; null if its URL is not known, for instance because the key was typed. */
  consultation_url: z.nullable(z.string()),
  /** When staff requested a photo that has not arrived; null if none is expected. */
  photo_requested_at: z.nullable(z.string()),
  /** The customer's photos in order of arrival; each needs its own view. */
  photos: z.array(z.object({ id: z.string(), is_purged: z.boolean() })),
  created_at: z.string(),
})
export type ReviewedReceipt = z.infer<typeof reviewedReceiptSchema>

export const receiptQueueCall = defineCall({
  method: 'GET',
  path: '/api/staff/receipts/queue',
  summary: 'Notas à espera de análise, a mais antiga primeiro.',
  query: z.object({ cursor: idCursor }),
  data: z.array(reviewedReceiptSchema),
  refusals: {},
  session: 'staff',
  permission: 'receipts.review',
  paged: true,
})

/** Finds receipts by key, including decided ones; rejected ones come last. */
export const findReceiptCall = defineCall({
  method: 'POST',
  path: '/api/staff/receipts/find',
  summary: 'Procura uma nota pela chave de acesso.',
  body: z.object({
    receipt_key: z.string({ error: receiptKeyMessage }).check(z.maxLength(120, receiptKeyMessage)),
  }),
  data: z.object({ receipt: z.nullable(reviewedReceiptSchema) }),
  refusals: {},
  session: 'staff',
  permission: 'receipts.review',
})

const decisionRefusals = {
  'receipts.unknown': { status: 404, message: 'Nota não encontrada.' },
  'receipts.already-decided': { status: 409, message: 'Esta nota já foi {outcome}.' },
} as const

/** The staff member who rejected a receipt may not decide it again, unless no one else can. */
export const ownRejectionRefusal = {
  'receipts.own-rejection': {
    status: 403,
    message: 'Quem recusou esta nota não decide sobre ela de novo. Outra pessoa da equipe decide.',
  },
} as const

/** Shows other staff members that this one has the receipt open, or has closed it, and returns who else has it open. */
export const openReceiptCall = defineCall({
  method: 'POST',
  path: '/api/staff/receipts/open',
  summary: 'Abre uma nota: as outras pessoas da equipe veem quem está com ela.',
  body: z.object({ purchase_id: z.uuid(), is_closing: z.optional(z.boolean()) }),
  data: z.object({ state: z.enum(receiptStates), opened_by: z.nullable(openedBySchema) }),
  refusals: { 'receipts.unknown': decisionRefusals['receipts.unknown'] },
  session: 'staff',
  permission: 'receipts.review',
})

export const approveReceiptCall = defineCall({
  method: 'POST',
  path: '/api/staff/receipts/approve',
  summary: 'Aprova uma nota, com o valor e o dia que foram conferidos.',
  body: z.object({ purchase_id: z.uuid(), amount_cents: z.int(), issued_on: z.string() }),
  data: z.object({ state: z.enum(receiptStates) }),
  refusals: {
    ...decisionRefusals,
    ...ownRejectionRefusal,
    'receipts.changed': {
      status: 409,
      message: 'O balcão mudou o valor ou a data desta nota. Abra a nota de novo e confira.',
    },
    'receipts.photos-not-viewed': {
      status: 409,
      message: 'Abra todas as fotos da nota antes de aprovar. O cliente pode ter enviado outra agora.',
    },
    'receipts.number-used': {
      status: 409,
      message: 'Outra nota com este número já foi aprovada. Se ela for falsa, estorne-a antes.',
    },
  },
  session: 'staff',
  permission: 'receipts.review',
})

export const rejectReceiptCall = defineCall({
  method: 'POST',
  path: '/api/staff/receipts/reject',
  summary: 'Recusa uma nota com o motivo.',
  body: z.object({
    purchase_id: z.uuid(),
    reason: z.enum(Object.keys(rejectionReasons) as [RejectionReason, ...RejectionReason[]]),
  }),
  data: z.object({ state: z.enum(receiptStates) }),
  refusals: { ...decisionRefusals, ...ownRejectionRefusal },
  session: 'staff',
  permission: 'receipts.review',
})

/** Requests a photo of a receipt under review, by a message, on the home page and in *Minhas notas*. */
export const requestReceiptPhotoCall = defineCall({
  method: 'POST',
  path: '/api/staff/receipts/request-photo',
  summary: 'Pede ao cliente uma foto de uma nota em análise.',
  body: z.object({ purchase_id: z.uuid() }),
  data: z.object({ photo_requested_at: z.string() }),
  refusals: {
    ...decisionRefusals,
    'receipts.photo-already-requested': {
      status: 409,
      message: 'Uma foto desta nota já foi pedida e ainda não chegou.',
    },
    'receipts.photo-limit-reached': {
      status: 409,
      message: 'O cliente já enviou todas as fotos que uma nota pode ter.',
    },
  },
  session: 'staff',
  permission: 'receipts.review',
})

export const earlierReceiptSchema = z.object({
  purchase_id: z.string(),
  shop_name: z.string(),
  amount_cents: z.int(),
  issued_on: z.string(),
  state: z.enum(receiptStates),
  reason: z.nullable(z.string()),
  created_at: z.string(),
})
export type EarlierReceipt = z.infer<typeof earlierReceiptSchema>

/** The most recent receipts that the same customer registered before a receipt. */
export const listEarlierReceiptsCall = defineCall({
  method: 'POST',
  path: '/api/staff/receipts/earlier',
  summary: 'As notas anteriores do cliente de uma nota.',
  body: z.object({ purchase_id: z.uuid() }),
  data: z.array(earlierReceiptSchema),
  refusals: { 'receipts.unknown': decisionRefusals['receipts.unknown'] },
  session: 'staff',
  permission: 'receipts.review',
})

/** Reverses an approved receipt; points already spent become a debt. */
export const reverseReceiptCall = defineCall({
  method: 'POST',
  path: '/api/staff/receipts/reverse',
  summary: 'Estorna uma nota aprovada com o motivo.',
  body: z.object({
    purchase_id: z.uuid(),
    reason: z
      .string({ error: requiredTextMessage })
      .check(z.trim(), z.minLength(1, requiredTextMessage), z.maxLength(300)),
  }),
  data: z.object({ state: z.enum(receiptStates) }),
  refusals: decisionRefusals,
  session: 'staff',
  permission: 'receipts.review',
})

/** Shops with many recently rejected or duplicate receipts. */
export const receiptAnomaliesCall = defineCall({
  method: 'GET',
  path: '/api/staff/receipts/anomalies',
  summary: 'Lojas com notas fora do comum nos últimos 30 dias.',
  data: z.array(
    z.object({
      shop_name: z.string(),
      receipts: z.int(),
      rejected: z.int(),
      /** The highest number of receipts that one person registered at the shop. */
      most_by_one_customer: z.int(),
      amount_cents: z.int(),
    }),
  ),
  refusals: {},
  session: 'staff',
  permission: 'receipts.review',
})

export const shopSchema = z.extend(participatingShopSchema, {
  shop_id: z.string(),
  state: z.enum(['active', 'inactive']),
})
export type Shop = z.infer<typeof shopSchema>

const floorMessage = `Use no máximo ${floorMaxLength} caracteres`

const shopFields = {
  name: z
    .string({ error: requiredTextMessage })
    .check(z.trim(), z.minLength(1, requiredTextMessage), z.maxLength(shopNameMaxLength)),
  cnpj: cnpjSchema('alphanumeric'),
  segment: z.nullable(shopSegmentSchema),
  floor: z.nullable(
    z
      .string()
      .check(
        z.overwrite(cleanFloor),
        z.minLength(1, requiredTextMessage),
        z.maxLength(floorMaxLength, floorMessage),
      ),
  ),
}

const shopRefusals = {
  'receipts.shop-exists': { status: 409, message: 'Já existe uma loja com este CNPJ.', path: 'cnpj' },
  'receipts.shop-unknown': { status: 404, message: 'Loja não encontrada.' },
} as const

export const listShopsCall = defineCall({
  method: 'GET',
  path: '/api/staff/shops',
  summary: 'Lojas participantes.',
  query: z.object({ text: z.optional(z.string().check(z.maxLength(60))), cursor: idCursor }),
  data: z.array(shopSchema),
  refusals: {},
  session: 'staff',
  permission: 'stores.edit',
  paged: true,
})

export const saveShopCall = defineCall({
  method: 'POST',
  path: '/api/staff/shops/save',
  summary: 'Cria ou altera uma loja.',
  body: z.object({ shop_id: z.optional(z.uuid()), ...shopFields, state: z.enum(['active', 'inactive']) }),
  data: shopSchema,
  refusals: shopRefusals,
  session: 'staff',
  permission: 'stores.edit',
})
