import type { Reservation } from '@clube/contract/event-tickets/reservation.ts'
import { useEffect, useRef } from 'react'
import { Stack } from '../../../kit/page/screen.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { ticketPaths } from './ticket-paths.ts'
import { CalendarLink, TicketsPdfLink, TicketStrip } from './ticket-strip.tsx'
import css from './tickets.module.css'

/** Shows the tickets right after confirmation. */
export function ConfirmedReservation({ reservation }: { reservation: Reservation }) {
  const isOne = reservation.tickets.length === 1
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack>
      <h1 ref={heading} tabIndex={-1}>
        {isOne ? 'Ingresso confirmado!' : 'Ingressos confirmados!'}
      </h1>
      <TicketStrip reservation={reservation} level="h2" />
      <p className={`soft ${css.hint}`}>
        {isKiosk()
          ? `Fotografe ${isOne ? 'o ingresso' : 'os ingressos'}, ou abra o clube no seu celular: ${isOne ? 'ele está' : 'eles estão'} em Meus ingressos.`
          : 'Na entrada, aumente o brilho da tela e mostre o QR Code.'}
      </p>
      <Stack gap="near">
        <TicketsPdfLink reservation_id={reservation.reservation_id} />
        <CalendarLink reservation_id={reservation.reservation_id} />
        <LinkButton variant="quiet" href={ticketPaths.mine}>
          Ver meus ingressos
        </LinkButton>
      </Stack>
    </Stack>
  )
}
