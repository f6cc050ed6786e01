import { reservationCalendarFile, reservationTicketsFile } from '@clube/contract/event-tickets/calls.ts'
import type { Reservation, Ticket } from '@clube/contract/event-tickets/reservation.ts'
import { filePath, type ServedFile } from '@clube/contract/kernel/served-file.ts'
import { Button } from '../../../kit/button/button.tsx'
import { formatHour, formatShortDateTime, formatShortDay } from '../../../parts/club-time.ts'
import { VoucherStrip } from '../../../parts/voucher/voucher-strip.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { preventOfflineNavigation } from '../../../platform/api/show-failure.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { hasEnded } from './reservation-groups.ts'
import { hasChanged, ticketStateLabels } from './ticket-labels.ts'

/** Tickets of one reservation. `level` is their heading level. */
export function TicketStrip({ reservation, level }: { reservation: Reservation; level: 'h2' | 'h3' }) {
  const isEnded = hasEnded(reservation, serverNow())
  const vouchers = reservation.tickets.map((ticket) => ({
    id: ticket.ticket_id,
    campaign: reservation.campaign_title,
    title: reservation.session_title,
    when: formatShortDateTime(reservation.starts_at),
    where: reservation.place,
    cancellation: cancellationTextOf(reservation),
    holder: ticket.participant_name,
    qr_code: ticket.qr_code,
    qr_label: `QR Code do ingresso de ${ticket.participant_name}`,
    short_code: ticket.short_code,
    ended: endedTextOf(ticket) ?? (isEnded ? 'Sessão encerrada' : null),
  }))
  return <VoucherStrip vouchers={vouchers} label="Ingressos" singular="Ingresso" level={level} />
}

/** The cancellation deadline. A changed session can be cancelled until it starts. */
const cancellationTextOf = (reservation: Reservation): string =>
  hasChanged(reservation)
    ? 'Cancelamento sem custo até o início'
    : `Cancelamento até ${formatShortDateTime(reservation.cancel_until)}`

/** Why the ticket is no longer valid, with time and gate if it was used; null while it is valid. */
function endedTextOf({ state, used_at, used_gate }: Ticket): string | null {
  const label = ticketStateLabels[state]
  if (label === null || !used_at) return label
  return `${label} em ${formatShortDay(used_at)}, às ${formatHour(used_at)}${used_gate ? `, ${used_gate}` : ''}`
}

type FileProps = { file: ServedFile; reservation_id: string; children: string }

/** Downloads a file of a reservation; hidden on kiosks, where no personal files may remain. */
function FileButton({ file, reservation_id, children }: FileProps) {
  if (isKiosk()) return null
  return (
    <Button variant="outline" href={filePath(file, { reservation_id })} onClick={preventOfflineNavigation}>
      {children}
    </Button>
  )
}

export const CalendarLink = ({ reservation_id }: { reservation_id: string }) => (
  <FileButton file={reservationCalendarFile} reservation_id={reservation_id}>
    Adicionar à agenda
  </FileButton>
)

export const TicketsPdfLink = ({ reservation_id }: { reservation_id: string }) => (
  <FileButton file={reservationTicketsFile} reservation_id={reservation_id}>
    Baixar em PDF
  </FileButton>
)
