import * as z from 'zod/mini'
import { participationSchema } from '../campaigns/transaction-calls.ts'
import { defineCall } from '../kernel/call.ts'
import { pointsBalanceSchema, pointsStatementCall } from '../points/calls.ts'
import { receiptSchema } from '../receipts/receipt.ts'

/** The number of entries of each kind shown, newest first. */
export const historyLimit = 10

/** A ticket or voucher, with the end of its code only. */
const voucherSchema = z.object({
  voucher_id: z.string(),
  campaign_title: z.string(),
  /** What it is for, such as a session, and when that starts. */
  title: z.string(),
  starts_at: z.nullable(z.string()),
  holder_name: z.string(),
  code_end: z.string(),
  /** In Portuguese. */
  state: z.string(),
  used_at: z.nullable(z.string()),
  used_where: z.nullable(z.string()),
})

const messageSchema = z.object({
  message_id: z.string(),
  channel: z.enum(['email', 'sms']),
  /** Its topic; its text is not stored. */
  title: z.string(),
  state: z.enum(['queued', 'sent', 'failed', 'suppressed']),
  created_at: z.string(),
})

const historySchema = z.object({
  points: pointsBalanceSchema,
  statement: pointsStatementCall.data,
  receipts: z.array(
    z.pick(receiptSchema, {
      purchase_id: true,
      shop_name: true,
      amount_cents: true,
      issued_on: true,
      state: true,
      reason: true,
      points: true,
      created_at: true,
    }),
  ),
  participations: z.array(participationSchema),
  /** The participation that was asked for, of any age; null without one, and if it is not the customer's. */
  participation: z.nullable(participationSchema),
  vouchers: z.array(voucherSchema),
  messages: z.array(messageSchema),
})
export type CustomerHistory = z.infer<typeof historySchema>

/** A person's recent history, for questions at the desk. */
export const readHistoryCall = defineCall({
  method: 'POST',
  path: '/api/staff/customers/history',
  summary: 'Pontos, notas, participações, ingressos e mensagens recentes de uma pessoa.',
  body: z.object({
    customer_id: z.uuid(),
    /** A participation to show, for instance that of a customer-service ticket. */
    transaction_id: z.optional(z.uuid()),
  }),
  data: historySchema,
  refusals: {
    'service-desk.unknown-customer': { status: 404, message: 'Cadastro não encontrado.' },
  },
  session: 'staff',
  permission: 'customers.view',
})
