import type { SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import type { WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import {
  leaveWaitingListCall,
  waitingListLeftMessage,
} from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Stack } from '../../../kit/page/screen.tsx'
import { formatTime } from '../../../parts/club-time.ts'
import { useAction } from '../../../parts/use-action.ts'
import { ticketsKey } from './use-tickets.ts'
import { acceptOffer } from './reserve-actions.ts'
import { formatTicketCount } from './ticket-labels.ts'

type WaitingEntryProps = { entry: WaitingEntry; onHeld: (hold: SavedReservation) => void }

/** A waiting-list entry: its position, or the offer with its deadline. */
export function WaitingEntryView({ entry, onHeld }: WaitingEntryProps) {
  const { pending, run } = useAction()
  const accept = () => run((send) => acceptOffer(send, entry), { onSuccess: onHeld, refresh: [ticketsKey] })
  const leave = () =>
    run((send) => send(leaveWaitingListCall, { body: { entry_id: entry.entry_id } }), {
      success: ({ message }) => ({ message: message ?? waitingListLeftMessage }),
      refresh: [ticketsKey],
    })
  const offered = entry.state === 'offered' && entry.offer_expires_at !== null
  return (
    <Stack gap="near">
      <Notice tone={offered ? 'good' : 'info'}>
        {offered
          ? `Chegou a sua vez: ${formatTicketCount(entry.quantity)} para você até ${formatTime(entry.offer_expires_at ?? '')}.`
          : `Você está na lista de espera para ${formatTicketCount(entry.quantity)}${
              entry.position === null ? '' : `, na ${entry.position}ª posição`
            }.`}
      </Notice>
      {offered && (
        <Button pending={pending} onClick={() => void accept()}>
          Aceitar e reservar
        </Button>
      )}
      <Button variant="quiet" pending={pending} onClick={() => void leave()}>
        {offered ? 'Não quero mais' : 'Sair da lista de espera'}
      </Button>
    </Stack>
  )
}
