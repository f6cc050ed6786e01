import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { registerReceiptCall } from './receipt-calls.ts'
import { ownRejectionRefusal } from './receipt-staff-calls.ts'
import { receiptStates } from './receipt.ts'

const { receipt_key, amount_cents, issued_on } = registerReceiptCall.body.shape

/**
 * Immediately decides on a paper receipt that the attendant has seen, and registers it first unless the customer
 * already has.
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
    /** The registered values, as shown to the attendant, that this call replaces. */
    replaces: z.optional(
      z.object({
        amount_cents: z.int(),
        issued_on: z.string(),
        /** The default is for pages of an earlier version, which compare only receipts under review. */
        state: z._default(z.enum(receiptStates), 'pending_review'),
      }),
    ),
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
    /** Nothing was changed: the receipt is registered with a different amount or date, which `replaces` must repeat. */
    z.object({
      kind: z.literal('differs'),
      shop_name: z.string(),
      amount_cents: z.int(),
      issued_on: z.string(),
      // The defaults are for responses of an earlier version, which compares only receipts under review.
      state: z._default(z.enum(receiptStates), 'pending_review'),
      /** Points that it earned. */
      points: z._default(z.int(), 0),
      /** Why the correction of a decided receipt would still need a review at the *Notas* desk. */
      review_reasons: z._default(z.array(z.string()), []),
    }),
  ]),
  refusals: {
    ...registerReceiptCall.refusals,
    'receipts.own-duplicate': {
      status: 409,
      message: 'Outra nota desta loja com o mesmo número já está cadastrada neste cadastro.',
      path: 'receipt_key',
    },
    'receipts.already-approved': {
      status: 409,
      message: 'Esta nota já está aprovada neste cadastro, com este valor.',
      path: 'receipt_key',
    },
    'receipts.already-reversed': {
      status: 409,
      message: 'Esta nota, com este valor, foi estornada neste cadastro. Motivo: {reason}',
      path: 'receipt_key',
    },
    ...ownRejectionRefusal,
    'receipts.customer-unknown': { status: 404, message: 'Cadastro não encontrado.' },
  },
  session: 'staff',
  permission: 'receipts.register',
})
