import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { registerReceiptCall } from './receipt-calls.ts'
import { ownRejectionRefusal } from './receipt-staff-calls.ts'
import { receiptStates } from './receipt.ts'

const { receipt_key, amount_cents, issued_on } = registerReceiptCall.body.shape

/**
 * Decides immediately on a paper receipt that the attendant has seen, and registers it first unless the customer already
 * has.
 */
export const registerAtDeskCall = defineCall({
  method: 'POST',
  path: '/api/staff/receipts/register',
  summary: 'Cadastra e decide no balcão uma nota em mãos.',
  body: z.object({
    customer_id: z.uuid(),
    receipt_key,
    amount_cents,
    issued_on,
    /** The customer's stated values, as shown to the attendant, that this call replaces. */
    replaces: z.optional(z.object({ amount_cents: z.int(), issued_on: z.string() })),
  }),
  data: z.union([
    z.object({
      kind: z.literal('decided'),
      state: z.enum(receiptStates),
      shop_name: z.string(),
      points: z.int(),
      /** Why it still needs a review at the *Notas* desk. */
      review_reasons: z.array(z.string()),
    }),
    /** Nothing was changed: the customer stated another amount or day, which `replaces` must repeat. */
    z.object({
      kind: z.literal('differs'),
      shop_name: z.string(),
      amount_cents: z.int(),
      issued_on: z.string(),
    }),
  ]),
  refusals: {
    ...registerReceiptCall.refusals,
    ...ownRejectionRefusal,
    'receipts.customer-unknown': { status: 404, message: 'Cadastro não encontrado.' },
  },
  session: 'staff',
  permission: 'receipts.register',
})
