import * as z from 'zod/mini'
import { documentTextSchema, documentTypeSchema } from '../brazil/document-type.ts'
import { requiredRadioMessage, requiredTextMessage } from '../brazil/field-messages.ts'
import { defineCall } from '../kernel/call.ts'
import { yesNoSchema } from '../kernel/yes-no.ts'
import { adjustmentMaxPoints, adjustmentReasons, type AdjustmentReason } from './adjustment.ts'

const pointsMessage = 'Informe os pontos: um número inteiro, diferente de zero.'
const tooManyMessage = `Cada ajuste vai até ${adjustmentMaxPoints.toLocaleString('pt-BR')} pontos.`
const noteMessage = 'Explique o ajuste em pelo menos 10 letras.'

const reasonSchema = z.enum(Object.keys(adjustmentReasons) as [AdjustmentReason, ...AdjustmentReason[]], {
  error: requiredRadioMessage,
})

const adjustmentSchema = z.object({
  adjustment_id: z.string(),
  /** Positive for added points. */
  points: z.int(),
  reason: reasonSchema,
  /** Visible to staff and auditors, never to the customer. */
  note: z.string(),
  /** Whether the signed-in staff member made it. */
  is_mine: z.boolean(),
  created_at: z.string(),
})
export type PointsAdjustment = z.infer<typeof adjustmentSchema>

/** A customer's points as the desk sees them, with masked personal data. */
export const pointsAccountSchema = z.object({
  customer_id: z.string(),
  document_type: documentTypeSchema,
  /** Masked. */
  document: z.string(),
  name: z.nullable(z.string()),
  balance: z.int(),
  debt: z.int(),
  /** Recent manual adjustments, newest first. */
  adjustments: z.array(adjustmentSchema),
})
export type PointsAccount = z.infer<typeof pointsAccountSchema>

/** A POST, so that no document number appears in a URL. */
export const findPointsAccountCall = defineCall({
  method: 'POST',
  path: '/api/staff/points/find',
  summary: 'Procura os pontos de uma pessoa pelo documento.',
  body: z.object({ document_id: documentTextSchema }),
  data: z.object({ account: z.nullable(pointsAccountSchema) }),
  refusals: {},
  session: 'staff',
  permission: 'points.adjust',
})

/**
 * Adds or removes points of a customer. The same `adjustment_id` with the same content counts once. Removing more than
 * the balance requires `may_owe`: the rest becomes a debt, settled from the next earnings.
 */
export const adjustPointsCall = defineCall({
  method: 'POST',
  path: '/api/staff/points/adjust',
  summary: 'Dá ou tira pontos de uma pessoa, com motivo e explicação.',
  body: z.object({
    /** Idempotency key made by the page; a repeat gets the first answer. */
    adjustment_id: z.uuid(),
    customer_id: z.uuid(),
    points: z.int({ error: pointsMessage }).check(
      z.refine((points) => points !== 0, pointsMessage),
      z.minimum(-adjustmentMaxPoints, tooManyMessage),
      z.maximum(adjustmentMaxPoints, tooManyMessage),
    ),
    reason: reasonSchema,
    note: z
      .string({ error: requiredTextMessage })
      .check(z.trim(), z.minLength(10, noteMessage), z.maxLength(500)),
    may_owe: z._default(yesNoSchema, 'no'),
  }),
  data: pointsAccountSchema,
  refusals: {
    'points.account-unknown': { status: 404, message: 'Cadastro não encontrado.' },
    'points.adjustment-exceeds': {
      status: 409,
      message: 'A pessoa tem só {balance} ponto(s). Marque o débito para tirar mais do que isso.',
      path: 'points',
    },
    'points.adjustment-reused': {
      status: 409,
      message: 'Este ajuste já foi feito com outros dados. Confira o saldo antes de repetir.',
    },
    'points.adjustment-limit': {
      status: 429,
      message: 'Com este ajuste você passaria de {count} pontos hoje. Peça a outra pessoa da equipe.',
    },
  },
  session: 'staff',
  permission: 'points.adjust',
})
