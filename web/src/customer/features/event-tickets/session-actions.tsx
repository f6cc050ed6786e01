import type { SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import type { EventSession } from '@clube/contract/event-tickets/session.ts'
import { joinWaitingListCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { ticketsKey } from './use-my-tickets.ts'
import { readServiceChannel } from '../../../platform/storage/service-channel.ts'
import { QuantityField } from './quantity-field.tsx'
import { reserve } from './reserve-actions.ts'
import { WaitingEntryView } from './waiting-entry.tsx'

type SessionActionsProps = { session: EventSession; onHeld: (hold: SavedReservation) => void }

/** Reserves, joins the waiting list, or accepts the list's offer. */
export function SessionActions({ session, onHeld }: SessionActionsProps) {
  const { pending, run } = useAction()
  const [quantity, setQuantity] = useState(1)
  const { status, mine, campaign_id, session_id } = session
  const max = session.limit_per_document - (mine?.quantity ?? 0)

  const hold = () =>
    run((send) => reserve(send, { campaign_id, session_id, quantity }), {
      onSuccess: onHeld,
      // The places are gone: load what is left.
      refresh: [ticketsKey],
    })
  const joinWaitingList = () =>
    run(
      (send) =>
        send(joinWaitingListCall, {
          body: { session_id, quantity, service_channel: readServiceChannel() },
        }),
      {
        success: () => ({ message: 'Você entrou na lista de espera. Avisaremos quando houver lugar.' }),
        refresh: [ticketsKey],
      },
    )

  if (mine?.waiting) return <WaitingEntryView entry={mine.waiting} onHeld={onHeld} />
  if (status === 'closed' || max < 1) return null
  const quantityField = <QuantityField session={session} value={quantity} max={max} onChange={setQuantity} />
  if (status === 'sold_out')
    return (
      <>
        {quantityField}
        <Button variant="outline" pending={pending} onClick={() => void joinWaitingList()}>
          Entrar na lista de espera
        </Button>
      </>
    )
  return (
    <>
      {quantityField}
      <Button pending={pending} disabled={status === 'held_by_others'} onClick={() => void hold()}>
        Reservar
      </Button>
    </>
  )
}
