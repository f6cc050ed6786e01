import { formatTime, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { ParkingBasis } from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { decidedRefusal, stayRefusals, ticketRefusals } from '@clube/contract/parking-voucher/refusals.ts'
import {
  parkingProcessingMessage,
  parkingResultMessage,
  type ParkingVehicle,
  type ParkingVoucherState,
} from '@clube/contract/parking-voucher/stay.ts'
import type { ParkingApplication } from '../../ports/car-park.ts'
import type { Vault } from '../vault/index.ts'

/** What the car park confirmed. */
export type Confirmed = {
  readonly discount_cents: number
  readonly due_cents: number
  readonly leave_by: Date | null
  readonly applied_at: Date
}

/** The states of a voucher: `processing → applied | failed`, `applied ⇄ undoing → undone`. */
export type VoucherStatus =
  | { readonly kind: 'processing' }
  | ({ readonly kind: 'applied' | 'undoing' } & Confirmed)
  | ({ readonly kind: 'undone'; readonly ended_at: Date } & Confirmed)
  | { readonly kind: 'failed'; readonly ended_at: Date; readonly failure: VoucherFailure }

/** Why the car park or staff refused a voucher. */
export const voucherFailures = {
  'parking-voucher.unknown-ticket': ticketRefusals['parking-voucher.unknown-ticket'],
  'parking-voucher.left': stayRefusals['parking-voucher.left'],
  'parking-voucher.nothing-due': stayRefusals['parking-voucher.nothing-due'],
  'parking-voucher.already-applied': stayRefusals['parking-voucher.already-applied'],
  ...decidedRefusal,
} as const
export type VoucherFailure = keyof typeof voucherFailures

/** Who applied a voucher by hand, and why. */
export type ByHand = {
  readonly application_id: string
  readonly applied_by: string
  /** Empty once the customer's data were erased. */
  readonly reason: string
}

/** A stored voucher. */
export type ParkingVoucher = {
  readonly id: string
  /** The key of all requests to the car park. */
  readonly transaction_id: string
  readonly campaign_id: string
  readonly customer_id: string
  readonly identified_session_id: string | null
  readonly garage_id: string
  /** Null once the customer's data were erased. */
  readonly ticket_number: string | null
  readonly entered_at: Date
  readonly vehicle: ParkingVehicle
  readonly promotion_id: string
  readonly basis: ParkingBasis
  /** The highest discount. */
  readonly amount_cents: number
  readonly status: VoucherStatus
  readonly requested_at: Date
  readonly requested_on: string
  readonly ends_at: Date
  readonly left_at: Date | null
  readonly by_hand: ByHand | null
}

/** Fingerprint of a ticket number, which identifies a stay after the number was erased. */
export const ticketIndexOf = (vault: Pick<Vault, 'indexOf'>, ticket_number: string): Buffer =>
  vault.indexOf('parking-voucher.ticket', ticket_number)

/** Whether it takes the stay, which can get no other voucher. */
export const isLive = ({ status }: Pick<ParkingVoucher, 'status'>): boolean =>
  status.kind === 'processing' || status.kind === 'applied' || status.kind === 'undoing'

/** The state that customers and staff see. */
export const shownState = ({
  status,
  left_at,
}: Pick<ParkingVoucher, 'status' | 'left_at'>): ParkingVoucherState =>
  status.kind === 'applied' && left_at !== null ? 'used' : status.kind

/** Whether the Carteira lists it among what can be used: until the car left, or some hours after the request. */
export const isCurrent = (voucher: ParkingVoucher, now: Date): boolean =>
  voucher.status.kind === 'processing' ||
  (isLive(voucher) && voucher.left_at === null && now < voucher.ends_at)

/** What the car park confirmed; null before. */
export const confirmedOf = ({ status }: Pick<ParkingVoucher, 'status'>): Confirmed | null =>
  status.kind === 'processing' || status.kind === 'failed' ? null : status

/** "Estacionamento liberado até 18:20" */
export const resultMessage = (confirmed: Omit<Confirmed, 'applied_at'>, zone: TimeZone): string =>
  parkingResultMessage({
    ...confirmed,
    leave_time: confirmed.leave_by && formatTime(confirmed.leave_by, zone),
  })

const undoingMessage = 'O cancelamento deste vale está em processamento.'
const undoneMessage = 'Este vale foi cancelado. O que você usou voltou para você.'

/** The state of a voucher as a sentence. */
export const messageOf = (
  { status, left_at }: Pick<ParkingVoucher, 'status' | 'left_at'>,
  now: Date,
  zone: TimeZone,
): string => {
  switch (status.kind) {
    case 'processing':
      return parkingProcessingMessage
    case 'applied': {
      const { leave_by } = status
      if (left_at !== null || leave_by === null || leave_by > now) return resultMessage(status, zone)
      // The driver stayed, and the fee grew.
      return `O prazo para sair terminou às ${formatTime(leave_by, zone)}. Confira no estacionamento o que falta pagar.`
    }
    case 'undoing':
      return undoingMessage
    case 'undone':
      return undoneMessage
    case 'failed':
      return voucherFailures[status.failure].message
    default:
      return status satisfies never
  }
}

/** Why an application cannot be that of a voucher; null if it can. Stays of the same ticket number differ by their entry. */
export const applicationContradiction = (
  voucher: Pick<
    ParkingVoucher,
    'transaction_id' | 'ticket_number' | 'garage_id' | 'amount_cents' | 'entered_at'
  >,
  application: ParkingApplication,
): 'contradiction' | 'other-stay' | null => {
  const { key, ticket_number, garage_id, discount_cents, due_cents, applied_at } = application
  if (key !== voucher.transaction_id || discount_cents < 1 || discount_cents > voucher.amount_cents)
    return 'contradiction'
  if (due_cents < 0) return 'contradiction'
  const isSameTicket = voucher.ticket_number === null || ticket_number === voucher.ticket_number
  return isSameTicket && garage_id === voucher.garage_id && applied_at >= voucher.entered_at
    ? null
    : 'other-stay'
}
