import * as z from 'zod/mini'
import { pointsOf, type PointsRules } from '../club/points-rules.ts'

/** States of a receipt, including how it was decided. */
export const receiptStates = ['pending_review', 'auto_approved', 'approved', 'rejected', 'reversed'] as const
export type ReceiptState = (typeof receiptStates)[number]

/** What happened to a receipt, as a participle that follows *foi*. */
export const receiptOutcomes: Readonly<Record<ReceiptState, string>> = {
  pending_review: 'enviada para análise',
  auto_approved: 'aprovada automaticamente',
  approved: 'aprovada',
  rejected: 'recusada',
  reversed: 'estornada',
}

/** Events of a receipt. */
export type ReceiptEvent = 'approve' | 'reject' | 'appeal' | 'reverse'

const transitions: Readonly<Record<ReceiptState, Partial<Record<ReceiptEvent, ReceiptState>>>> = {
  pending_review: { approve: 'approved', reject: 'rejected' },
  auto_approved: { reverse: 'reversed' },
  approved: { reverse: 'reversed' },
  rejected: { appeal: 'pending_review' },
  reversed: {},
}

/** The next state, or null when the event is not allowed. */
export const nextReceiptState = (state: ReceiptState, event: ReceiptEvent): ReceiptState | null =>
  transitions[state][event] ?? null

/** Whether a receipt counts: points were earned and promotions may use it. */
export const isCountedReceipt = (state: ReceiptState): boolean =>
  state === 'auto_approved' || state === 'approved'

/**
 * Points that a receipt under review would earn for the amount that the customer stated. Null when it is decided, and
 * after an appeal, because staff have already rejected what was stated.
 */
export const estimatedPoints = (
  rules: Pick<PointsRules, 'cents_per_point'>,
  { state, amount_cents, appeals }: { state: ReceiptState; amount_cents: number; appeals: number },
): number | null => (state === 'pending_review' && appeals === 0 ? pointsOf(rules, amount_cents) : null)

/** Whether an amount is too small to earn a point; a receipt may have no points for another reason. */
export const isBelowOnePoint = (rules: Pick<PointsRules, 'cents_per_point'>, amount_cents: number): boolean =>
  pointsOf(rules, amount_cents) === 0

/** Shown instead of a zero for a receipt whose amount earns or would earn no points. */
export const belowOnePointText = 'O valor desta nota não chega a 1 ponto.'

/** Tells customers where the amount of an approved receipt is corrected. */
export const wrongAmountText = 'Valor errado? Fale com o balcão de atendimento.'

/** Receipts below R$ 1,00 are rare: the amount is usually typed without its cents. */
export const unlikelyBelowCents = 100

/** Reasons for rejecting a receipt; the customer sees the sentence. */
export const rejectionReasons = {
  unreadable: 'A foto não permite ler a nota.',
  not_found: 'Nota não encontrada na consulta da Secretaria da Fazenda.',
  amount_mismatch: 'Valor diferente: o valor informado não é o da nota.',
  date_mismatch: 'Data diferente: a data informada não é a da nota.',
  cancelled: 'Esta nota foi cancelada pela loja.',
  not_a_purchase: 'Esta nota não é de uma compra no shopping.',
} as const
export type RejectionReason = keyof typeof rejectionReasons

/** A receipt as its customer sees it. */
export const receiptSchema = z.object({
  purchase_id: z.string(),
  receipt_key: z.string(),
  shop_name: z.string(),
  amount_cents: z.int(),
  /** Day of the purchase, yyyy-MM-dd. */
  issued_on: z.string(),
  state: z.enum(receiptStates),
  /** The reason, when it was rejected or reversed. */
  reason: z.nullable(z.string()),
  can_appeal: z.boolean(),
  // The defaults are for responses of an earlier version.
  /** For a rejected one, the customer's current registration of the same receipt. */
  current: z._default(z.nullable(z.object({ purchase_id: z.string(), state: z.enum(receiptStates) })), null),
  /** Amount and day before the service desk replaced them. */
  stated: z._default(z.nullable(z.object({ amount_cents: z.int(), issued_on: z.string() })), null),
  /** Number of photos sent. */
  photos: z.int(),
  /** Whether another photo may be added: only while staff review it. */
  can_add_photo: z.boolean(),
  /** Whether staff requested a photo that has not arrived. */
  is_photo_requested: z.boolean(),
  /** Points earned; 0 unless it counts. */
  points: z.int(),
  /** Points that it would earn, according to `estimatedPoints`. */
  estimated_points: z.nullable(z.int()),
  created_at: z.string(),
  /** When it was approved, rejected or reversed; null while it awaits a decision. */
  decided_at: z.nullable(z.string()),
})
export type Receipt = z.infer<typeof receiptSchema>
