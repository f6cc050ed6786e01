import type { SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import type { Session } from '@clube/contract/event-tickets/session.ts'
import { joinWaitingListCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { useRef, useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { useRenewTickets } from '../../../parts/club-data/use-my-tickets.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { readServiceChannel } from '../../../platform/storage/service-channel.ts'
import { QuantityField } from './quantity-field.tsx'
import { reserve } from './reserve-actions.ts'
import { WaitingEntryView } from './waiting-entry.tsx'

type SessionActionsProps = { session: Session; onHeld: (hold: SavedReservation) => void }

/** Reserve, join the waiting list, or accept what the list offers. */
export function SessionActions({ session, onHeld }: SessionActionsProps) {
  const send = useSend()
  const renew = useRenewTickets()
  const [quantity, setQuantity] = useState(1)
  const [pending, setPending] = useState(false)
  const busy = useRef(false)
  const { status, mine, campaign_id, session_id } = session
  const most = session.limit_per_document - (mine?.quantity ?? 0)

  const once = async (action: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    setPending(true)
    try {
      await trackPending(action())
    } finally {
      busy.current = false
      setPending(false)
    }
  }
  const hold = () =>
    once(async () => {
      const sent = await reserve(send, { campaign_id, session_id, quantity })
      if (sent.ok) return onHeld(sent.data)
      showFailure(sent.failure, { place: 'endpoint' })
      // Somebody was faster: show what is left now.
      await renew()
    })
  const wait = () =>
    once(async () => {
      const sent = await send(joinWaitingListCall, {
        body: { session_id, quantity, service_channel: readServiceChannel() },
      })
      if (sent.ok) showToast({ message: 'Você entrou na lista de espera. Avisaremos quando houver lugar.' })
      else showFailure(sent.failure, { place: 'endpoint' })
      await renew()
    })

  if (mine?.waiting) return <WaitingEntryView entry={mine.waiting} onHeld={onHeld} />
  if (status === 'closed' || most < 1) return null
  const chooser = <QuantityField session={session} value={quantity} most={most} onChange={setQuantity} />
  if (status === 'sold_out')
    return (
      <>
        {chooser}
        <Button look="outline" pending={pending} onClick={() => void wait()}>
          Entrar na lista de espera
        </Button>
      </>
    )
  return (
    <>
      {chooser}
      <Button pending={pending} disabled={status === 'held_by_others'} onClick={() => void hold()}>
        Reservar
      </Button>
    </>
  )
}
