import type { Reservation } from '@clube/contract/event-tickets/reservation.ts'
import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { clubMoment } from '../../../parts/club-moment.ts'

/** The tickets one has, in a line: how many are still to be used and when the next begins. */
export function ticketsLine(reservations: readonly Reservation[], nowMs: number): string {
  const ahead = reservations.filter(
    ({ state, starts_at }) => state === 'confirmed' && Date.parse(starts_at) > nowMs,
  )
  const count = ahead.reduce(
    (sum, { tickets }) => sum + tickets.filter(({ state }) => state === 'valid').length,
    0,
  )
  const next = ahead[0]
  if (count === 0 || !next) return 'Nenhum por enquanto'
  const words = count === 1 ? '1 ingresso' : `${count} ingressos`
  return `${words}, ${count === 1 ? 'para' : 'o próximo'} ${clubMoment(next.starts_at)}`
}

/** The receipts one has, in a line. */
export function receiptsLine(receipts: readonly Receipt[]): string {
  const waiting = receipts.filter(({ state }) => state === 'pending_review').length
  if (receipts.length === 0) return 'Cadastre suas compras'
  if (waiting > 0) return `${waiting} em análise`
  return receipts.length === 1 ? '1 nota cadastrada' : 'Veja o que já foi aprovado'
}

/** The reservation that still has to be confirmed, if there is one. */
export const heldReservation = (reservations: readonly Reservation[], nowMs: number): Reservation | null =>
  reservations.find(({ state, expires_at }) => state === 'held' && Date.parse(expires_at) >= nowMs) ?? null
