import * as z from 'zod/mini'
import { idCursor } from '../kernel/cursor.ts'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { defineCall } from '../kernel/call.ts'
import { promotionKinds } from '../kernel/promotion-kinds.ts'
import { eligibilityRefusals, transactionRefusals, unknownCampaignRefusal } from './refusals.ts'
import { serviceChannelSchema } from './service-channel.ts'
import { transactionStates } from './transaction-states.ts'

/** One participation as its customer sees it. */
export const transactionSchema = z.object({
  transaction_id: z.string(),
  /** The protocol that the customer can quote. */
  protocol: z.string(),
  /** According to the server's clock. */
  state: z.enum(transactionStates),
  kind: z.enum(promotionKinds),
  campaign_id: z.string(),
  campaign_slug: z.string(),
  campaign_title: z.string(),
  service_channel: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  finished_at: z.nullable(z.string()),
})
export type TransactionView = z.infer<typeof transactionSchema>

/** The status of a participation as shown to its customer: its state, or its outcome's status according to the kind. */
export const participationStatuses = [
  'open',
  /** The customer must still confirm the outcome, such as held places. */
  'unconfirmed',
  'processing',
  'completed',
  'cancelled',
  'expired',
  'refused',
  /** Reversed by staff. */
  'reversed',
] as const
export type ParticipationStatus = (typeof participationStatuses)[number]

/** One participation with its outcome. */
export const participationSchema = z.extend(transactionSchema, {
  status: z.enum(participationStatuses),
  /** What it is for, such as a session and its start; null until something is chosen. */
  subject: z.nullable(z.object({ title: z.string(), starts_at: z.nullable(z.string()) })),
  /** The receipts that it uses or used. */
  receipts: z.array(z.object({ shop_name: z.string(), amount_cents: z.int(), issued_on: z.string() })),
  /** Whether the customer can continue it now. */
  can_continue: z.boolean(),
  /** An explanation of the status, as a sentence. */
  note: z.nullable(z.string()),
})
export type Participation = z.infer<typeof participationSchema>

/** Opens a participation, or returns the one that is still open for the same receipts. */
export const startTransactionCall = defineCall({
  method: 'POST',
  path: '/api/marketing/transaction/start',
  summary: 'Abre uma participação em uma promoção.',
  body: z.object({
    campaign_id: z.uuid(),
    kind: z.enum(promotionKinds),
    purchase_ids: z._default(z.array(z.uuid()).check(z.maxLength(50)), []),
    service_channel: serviceChannelSchema,
  }),
  data: z.object({ transaction_id: z.string(), protocol: z.string(), expires_at: z.string() }),
  refusals: {
    ...unknownCampaignRefusal,
    ...eligibilityRefusals,
    'campaigns.purchase-unusable': {
      status: 409,
      message: 'Uma das notas escolhidas não pode ser usada nesta promoção.',
    },
  },
  session: 'participant',
})

/** The customer's own participations, newest first. */
export const listTransactionsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/transaction',
  summary: 'Participações da pessoa.',
  query: z.object({ cursor: idCursor, campaign_id: z.optional(z.uuid()) }),
  data: z.array(participationSchema),
  refusals: {},
  session: 'participant',
  paged: true,
})

export const readTransactionCall = defineCall({
  method: 'GET',
  path: '/api/marketing/transaction/:transaction_id',
  summary: 'Uma participação da pessoa.',
  params: z.object({ transaction_id: z.uuid() }),
  data: participationSchema,
  refusals: { 'campaigns.transaction-unknown': transactionRefusals['campaigns.transaction-unknown'] },
  session: 'participant',
})

/** Cancels an open participation; idempotent. */
export const cancelTransactionCall = defineCall({
  method: 'POST',
  path: '/api/marketing/transaction/cancel',
  summary: 'Cancela uma participação aberta.',
  body: z.object({ transaction_id: z.uuid() }),
  data: transactionSchema,
  refusals: {
    'campaigns.transaction-unknown': transactionRefusals['campaigns.transaction-unknown'],
    'campaigns.transaction-not-open': {
      status: 409,
      message: 'Esta participação já foi concluída e não pode mais ser cancelada.',
    },
  },
  session: 'participant',
})

/** Reverses a completed participation and its outcome. */
export const reverseTransactionCall = defineCall({
  method: 'POST',
  path: '/api/staff/transaction/reverse',
  summary: 'Estorna uma participação concluída, com o motivo.',
  body: z.object({
    /** As the customer quotes it. */
    protocol: z.string().check(z.maxLength(24)),
    reason: z.string().check(z.trim(), z.minLength(1, requiredTextMessage), z.maxLength(300)),
  }),
  data: transactionSchema,
  refusals: {
    'campaigns.transaction-unknown': {
      ...transactionRefusals['campaigns.transaction-unknown'],
      path: 'protocol',
    },
    'campaigns.transaction-not-completed': {
      status: 409,
      message: 'Só uma participação concluída pode ser estornada.',
      path: 'protocol',
    },
    'campaigns.not-reversible': {
      status: 409,
      message: 'Esta participação não pode mais ser estornada.',
      path: 'protocol',
    },
  },
  session: 'staff',
  permission: 'campaigns.approve',
})
