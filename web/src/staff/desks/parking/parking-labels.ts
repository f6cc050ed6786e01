import { quotedText } from '@clube/contract/brazil/quoted-text.ts'
import { deskBasisTitles, type DeskParkingVoucher } from '@clube/contract/parking-voucher/desk-calls.ts'
import { parkingVoucherStateTitles, type ParkingVoucherState } from '@clube/contract/parking-voucher/stay.ts'
import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import type { ParkingItemState } from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import * as z from 'zod/mini'
import type { Tone } from '../../../kit/surface/chip.tsx'
import { formatTime } from '../../../parts/club-time.ts'
import { formatCents } from '../../../parts/money.ts'
import { formatTicketNumber } from '../../../parts/ticket-number.ts'

export const voucherTones = {
  processing: 'warn',
  applied: 'good',
  used: undefined,
  undoing: 'warn',
  undone: undefined,
  failed: 'bad',
} as const satisfies Record<ParkingVoucherState, Tone>

export const itemTones = {
  matched: 'good',
  only_ours: 'warn',
  only_theirs: 'bad',
  different_amount: 'bad',
} as const satisfies Record<ParkingItemState, Tone>

export const stateTitle = (state: ParkingVoucherState): string => parkingVoucherStateTitles[state]

const reasonSchema = quotedText(300)

/** The error of a reason, as the server would report it, or undefined. */
export const reasonError = (reason: string): string | undefined =>
  z.safeParse(reasonSchema, reason).error?.issues[0]?.message

export const formatCount = (count: number): string => count.toLocaleString('pt-BR')
export const formatCourtesies = countFormatter('cortesia', 'cortesias')

/** An amount, or a dash without one. */
export const centsOrDash = (cents: number | null): string => (cents === null ? '–' : formatCents(cents))

export const ticketText = (ticket_number: string | null): string =>
  ticket_number === null ? 'Apagado' : formatTicketNumber(ticket_number)

/** The person, by what the desk may see. */
export const personText = ({ customer_name, document_end }: DeskParkingVoucher): string =>
  customer_name === null ? 'Conta excluída' : `${customer_name} ••• ${document_end}`

/** Who applied a voucher, and what it cost. */
export const originText = ({ by_hand }: DeskParkingVoucher): string =>
  by_hand === null ? 'Pelo cliente' : `${deskBasisTitles[by_hand.basis]}, por ${by_hand.by ?? 'equipe'}`

/** The result of an applied voucher: until when to leave, or what is still due. */
export function resultText({
  due_cents,
  leave_by,
}: Pick<DeskParkingVoucher, 'due_cents' | 'leave_by'>): string {
  if (due_cents !== null && due_cents > 0) return `Faltam ${formatCents(due_cents)}`
  return leave_by === null ? '–' : `Até ${formatTime(leave_by)}`
}

/** The day a number of days after another one, or before it if negative. */
export function shiftDay(day: string, days: number): string {
  const shifted = new Date(`${day}T12:00:00Z`)
  shifted.setUTCDate(shifted.getUTCDate() + days)
  return shifted.toISOString().slice(0, 10)
}
