import * as z from 'zod/mini'
import { formatCents } from '../kernel/money.ts'

/** A ticket number as typed or scanned; `parseTicketNumber` checks it. */
export const ticketTextSchema = z.string().check(z.maxLength(64))

export const parkingVehicles = ['car', 'motorcycle', 'monthly'] as const
export type ParkingVehicle = (typeof parkingVehicles)[number]

/** Names of the vehicles on screen. */
export const parkingVehicleTitles = {
  car: 'Carro',
  motorcycle: 'Moto',
  monthly: 'Mensalista',
} as const satisfies Record<ParkingVehicle, string>

/**
 * States of a voucher: `processing → applied | failed`, and `applied → undoing → undone`; when the car park cannot undo it,
 * `undoing → applied`. `used`: applied, and the car left.
 */
export const parkingVoucherStates = ['processing', 'applied', 'used', 'undoing', 'undone', 'failed'] as const
export type ParkingVoucherState = (typeof parkingVoucherStates)[number]

/** Names of the states for customers and staff. */
export const parkingVoucherStateTitles = {
  processing: 'Em processamento',
  applied: 'Aplicado',
  used: 'Utilizado',
  undoing: 'Cancelamento em processamento',
  undone: 'Cancelado',
  failed: 'Não aplicado',
} as const satisfies Record<ParkingVoucherState, string>

/** Shown while the car park has not answered yet. */
export const parkingProcessingMessage =
  'O estacionamento ainda não confirmou. Avisamos quando terminar. Não repita a operação.'

/**
 * The result of a voucher. `leave_time` is the club's time at which the car must have left, such as 18:20; null if the car
 * park did not name one.
 */
export const parkingResultMessage = (result: {
  readonly discount_cents: number
  readonly due_cents: number
  readonly leave_time: string | null
}): string => {
  const { discount_cents, due_cents, leave_time } = result
  if (due_cents > 0)
    return `Desconto de ${formatCents(discount_cents)} aplicado. Faltam ${formatCents(due_cents)}: pague antes de sair.`
  return leave_time === null ? 'Estacionamento liberado' : `Estacionamento liberado até ${leave_time}`
}

/** A ticket as the car park describes it; instants by its clock, amounts in cents. */
export const parkingStaySchema = z.object({
  ticket_number: z.string(),
  garage_id: z.string(),
  /** The name in the campaign; 'Outro estacionamento' if the garage does not take part. */
  garage_name: z.string(),
  entered_at: z.string(),
  /** When the car park answered. */
  read_at: z.string(),
  vehicle: z.enum(parkingVehicles),
  has_left: z.boolean(),
  /** Without discounts. */
  fee_cents: z.int(),
  /** Discounts granted so far. */
  discount_cents: z.int(),
  /** What is due now. */
  due_cents: z.int(),
  /** Until when the car may leave without paying more; null while an amount is due. */
  leave_by: z.nullable(z.string()),
})
export type ParkingStay = z.infer<typeof parkingStaySchema>

/** Whether a person has earned a voucher in a campaign. */
export const parkingRightSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('receipts'),
    is_met: z.boolean(),
    /** First day of purchase whose receipts count: today, or yesterday if the car was already parked then. */
    counts_from: z.string(),
    /** For one voucher. */
    every_cents: z.int(),
    /** What the unused receipts of these days are worth towards it. */
    reached_cents: z.int(),
    missing_cents: z.int(),
  }),
  z.object({
    kind: z.literal('points'),
    is_met: z.boolean(),
    points: z.int(),
    /** Points that can be used now. */
    balance: z.int(),
  }),
])
export type ParkingRight = z.infer<typeof parkingRightSchema>
