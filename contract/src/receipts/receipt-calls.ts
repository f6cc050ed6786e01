import * as z from 'zod/mini'
import { idCursor } from '../kernel/cursor.ts'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { receiptKeyMessage } from '../brazil/receipt-key.ts'
import { defineCall } from '../kernel/call.ts'
import { receiptSchema } from './receipt.ts'

/** Largest amount of one receipt, in cents. */
export const receiptMaxCents = 100_000_00
/** Maximum appeals per receipt. */
export const appealLimit = 1
export const receiptAmountMessage = 'Informe o valor total da nota.'

/** Registers a receipt by its 44-character key, typed or read from its QR code. */
export const registerReceiptCall = defineCall({
  method: 'POST',
  path: '/api/marketing/purchase/register',
  summary: 'Cadastra uma nota fiscal.',
  body: z.object({
    receipt_key: z.string({ error: receiptKeyMessage }).check(z.maxLength(120, receiptKeyMessage)),
    amount_cents: z
      .int({ error: receiptAmountMessage })
      .check(
        z.positive(receiptAmountMessage),
        z.maximum(receiptMaxCents, 'O valor da nota é alto demais. Fale com o SAC.'),
      ),
    /** Content of the QR code from which the key was read; the URL of the lookup page is stored. */
    qr_code: z.optional(z.string().check(z.maxLength(1000))),
    /** dd/MM/yyyy or yyyy-MM-dd. */
    issued_on: z.string({ error: requiredTextMessage }).check(z.maxLength(10)),
    service_channel: z.optional(z.string().check(z.maxLength(40))),
  }),
  data: receiptSchema,
  refusals: {
    'receipts.own-duplicate': {
      status: 409,
      message: 'Esta nota já está cadastrada na sua conta.',
      path: 'receipt_key',
    },
    'receipts.used-by-other': {
      status: 409,
      message: 'Esta nota já foi utilizada. Se você acha que é um engano, fale com o SAC.',
      path: 'receipt_key',
    },
    'receipts.number-used': {
      status: 409,
      message:
        'Uma nota desta loja com o mesmo número já foi utilizada. Se a sua nota é esta, leve-a ao balcão.',
      path: 'receipt_key',
    },
    'receipts.shop-not-participating': {
      status: 409,
      message: 'A loja desta nota, de CNPJ {cnpj}, não participa do clube.',
      path: 'receipt_key',
    },
    'receipts.other-state': {
      status: 409,
      message: 'Esta nota foi emitida em outro estado e não vale para este shopping.',
      path: 'receipt_key',
    },
    'receipts.outside-period': {
      status: 409,
      message: 'Esta nota é de {date}. Hoje valem as notas de {start} a {end}.',
      path: 'issued_on',
    },
    'receipts.daily-limit': {
      status: 429,
      message: 'Você já cadastrou {count} {count|nota|notas} hoje. Volte amanhã.',
    },
    'receipts.shop-limit': {
      status: 429,
      message: 'Você já cadastrou {count} {count|nota|notas} de {shop} hoje. Volte amanhã.',
    },
  },
  session: 'participant',
})

/** The customer's receipts, newest first. */
export const listReceiptsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/purchase',
  summary: 'Minhas notas.',
  query: z.object({ cursor: idCursor }),
  data: z.array(receiptSchema),
  refusals: {},
  session: 'participant',
  paged: true,
})

const unknownReceipt = {
  'receipts.unknown': { status: 404, message: 'Nota não encontrada.' },
} as const

/** Requests a second review of a rejected receipt. */
export const appealReceiptCall = defineCall({
  method: 'POST',
  path: '/api/marketing/purchase/appeal',
  summary: 'Pede nova análise de uma nota recusada.',
  body: z.object({
    purchase_id: z.uuid(),
    message: z
      .string({ error: requiredTextMessage })
      .check(z.trim(), z.minLength(10, 'Conte o que aconteceu em pelo menos 10 letras.'), z.maxLength(500)),
  }),
  data: receiptSchema,
  refusals: {
    ...unknownReceipt,
    'receipts.not-appealable': { status: 409, message: 'Esta nota não pode mais ser analisada.' },
  },
  session: 'participant',
})
