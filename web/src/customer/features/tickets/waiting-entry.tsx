import type { SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import type { WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import {
  leaveWaitingListCall,
  waitingListLeftMessage,
} from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { clubClock } from '../../../parts/club-moment.ts'
import { useRenewTickets } from '../../../parts/club-data/use-my-tickets.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { acceptOffer } from './reserve-actions.ts'
import { ticketsInWords } from './ticket-words.ts'
import css from './tickets.module.css'

type WaitingEntryProps = { entry: WaitingEntry; onHeld: (hold: SavedReservation) => void }

/** A place on the waiting list: its number, or the offer with its deadline. */
export function WaitingEntryView({ entry, onHeld }: WaitingEntryProps) {
  const send = useSend()
  const renew = useRenewTickets()
  const [pending, setPending] = useState(false)
  const run = async (action: () => Promise<void>) => {
    setPending(true)
    await trackPending(action()).finally(() => setPending(false))
  }
  const accept = () =>
    run(async () => {
      const sent = await acceptOffer(send, entry)
      if (sent.ok) return onHeld(sent.data)
      showFailure(sent.failure, { place: 'endpoint' })
      await renew()
    })
  const leave = () =>
    run(async () => {
      const sent = await send(leaveWaitingListCall, { body: { entry_id: entry.entry_id } })
      if (sent.ok) showToast({ message: sent.message ?? waitingListLeftMessage })
      else showFailure(sent.failure, { place: 'endpoint' })
      await renew()
    })
  const offered = entry.state === 'offered' && entry.offer_expires_at !== null
  return (
    <div className={css.waiting}>
      <Notice tone={offered ? 'good' : 'info'}>
        {offered
          ? `Chegou a sua vez: ${ticketsInWords(entry.quantity)} para você até ${clubClock(entry.offer_expires_at ?? '')}.`
          : `Você está na lista de espera para ${ticketsInWords(entry.quantity)}${
              entry.position === null ? '' : `, na ${entry.position}ª posição`
            }.`}
      </Notice>
      {offered && (
        <Button pending={pending} onClick={() => void accept()}>
          Aceitar e reservar
        </Button>
      )}
      <Button look="quiet" pending={pending} onClick={() => void leave()}>
        {offered ? 'Não quero mais' : 'Sair da lista de espera'}
      </Button>
    </div>
  )
}
