import { readParkingTicketCall } from '@clube/contract/parking-voucher/calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { parseTicketNumber } from '@clube/contract/kernel/ticket-number.ts'
import { useEffect } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { MaskedField } from '../../../kit/field/masked-field.tsx'
import { ReadQrCode } from '../../../parts/qr-camera/read-qr-code.tsx'
import { ticketNumberMask, ticketNumberRule } from '../../../parts/ticket-number.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { readSavedTicket, saveTicket } from './saved-ticket.ts'

export type TicketReading = DataOf<typeof readParkingTicketCall>

type TicketFormProps = {
  campaign_id: string
  /** An error of the ticket from a later step, when the voucher was requested. */
  error: string | undefined
  onRead: (reading: TicketReading) => void
}

/** Reads a ticket by camera, native app or keyboard. */
export function TicketForm({ campaign_id, error, onRead }: TicketFormProps) {
  const form = useActionForm({
    initial: { ticket_number: readSavedTicket(campaign_id) },
    rules: { ticket_number: ticketNumberRule },
    request: (send, { ticket_number }) =>
      send(readParkingTicketCall, { body: { campaign_id, ticket_number } }),
    onSuccess: (reading) => {
      saveTicket(campaign_id, reading.stay.ticket_number)
      onRead(reading)
    },
    place: 'endpoint',
  })
  useEffect(() => {
    if (error !== undefined) form.setServerErrors([{ path: 'ticket_number', message: error }])
    // Once: the form is mounted again for each ticket.
  }, [])
  return (
    <form className="stack" {...form.props}>
      <ReadQrCode
        code="ticket"
        source="do ticket"
        alternative="o número"
        onText={(text) => {
          const digits = parseTicketNumber(text)
          if (digits === null) return 'Este código não é de um ticket do estacionamento.'
          form.setValue('ticket_number', digits)
          form.submit()
          return undefined
        }}
      />
      <MaskedField
        label="Número do ticket"
        mask={ticketNumberMask}
        helper="De 6 a 20 números, impressos no ticket"
        autoComplete="off"
        {...form.field('ticket_number')}
      />
      <Button type="submit" pending={form.pending}>
        Consultar ticket
      </Button>
    </form>
  )
}
