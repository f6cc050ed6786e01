import { quotedText } from '@clube/contract/brazil/quoted-text.ts'
import { deskBasisTitles, type DeskParkingVoucher } from '@clube/contract/parking-voucher/desk-calls.ts'
import {
  parkingVoucherStateTitles,
  type ParkingRight,
  type ParkingVoucherState,
} from '@clube/contract/parking-voucher/stay.ts'
import { countFormatter, formatPoints } from '@clube/contract/kernel/count-formats.ts'
import type { ParkingItemState } from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import * as z from 'zod/mini'
import type { Tone } from '../../../kit/surface/chip.tsx'
import { clubDayOf, formatTime } from '../../../parts/club-time.ts'
import { formatCents } from '../../../parts/money.ts'
import { formatTicketNumber } from '../../../parts/ticket-number.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'

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

/** Courtesies that can still be applied today. */
export const courtesiesText = (left: number): string =>
  left === 0 ? 'sem cortesias hoje' : `ainda ${formatCourtesies(left)} hoje`

/** What the person has earned, or what is missing. */
export function rightText(right: ParkingRight): string {
  switch (right.kind) {
    case 'receipts': {
      const days = right.counts_from === clubDayOf(new Date(serverNow())) ? 'de hoje' : 'desde ontem'
      const reached = `${formatCents(right.reached_cents)} de ${formatCents(right.every_cents)} em notas ${days}`
      return right.is_met ? reached : `${reached}, faltam ${formatCents(right.missing_cents)}`
    }
    case 'points':
      return `${formatPoints(right.points)}, saldo de ${formatPoints(right.balance)}`
    default:
      return right satisfies never
  }
}
