import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { registerReceiptCall } from './receipt-calls.ts'
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
  body: z.object({ customer_id: z.uuid(), receipt_key, amount_cents, issued_on }),
  data: z.object({
    state: z.enum(receiptStates),
    shop_name: z.string(),
    points: z.int(),
    /** Why it still needs a review at the *Notas* desk. */
    review_reasons: z.array(z.string()),
  }),
  refusals: {
    ...registerReceiptCall.refusals,
    'receipts.customer-unknown': { status: 404, message: 'Cadastro não encontrado.' },
  },
  session: 'staff',
  permission: 'receipts.register',
})
