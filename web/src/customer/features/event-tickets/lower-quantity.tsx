import { formatTicketCount } from '@clube/contract/kernel/count-formats.ts'
import type { WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import { lowerWaitingQuantityCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { QuantityField } from './quantity-field.tsx'
import { placesNowText } from './ticket-labels.ts'
import { ticketsKey } from './use-tickets.ts'

/**
 * Lowers the number of tickets of a waiting-list entry. It cannot be raised again, so a dialog requires confirmation.
 */
export function LowerQuantity({ entry }: { entry: WaitingEntry }) {
  const { pending, run } = useAction()
  const dialog = useDialog()
  const max = entry.quantity - 1
  const { places_if_lowered } = entry
  // Captured when the dialog opens, so that polling does not change what is about to be confirmed. The server refuses
  // an offer that is no longer available.
  const [{ places, chosen }, setChoice] = useState({ places: places_if_lowered, chosen: max })
  // The entry may have been lowered on another device.
  const quantity = Math.min(chosen, max)
  const isOfferedNow = places !== null && quantity <= places
  if (max < 1) return null
  const open = () => {
    setChoice({ places: places_if_lowered, chosen: places_if_lowered ?? max })
    dialog.open()
  }
  const lower = async () => {
    const body = { entry_id: entry.entry_id, quantity, requires_offer: isOfferedNow }
    await run((send) => send(lowerWaitingQuantityCall, { body }), {
      success: ({ data }) => ({
        message:
          data.state === 'offered'
            ? 'Chegou a sua vez!'
            : `Agora você espera por ${formatTicketCount(data.quantity)}, na mesma posição.`,
      }),
      refresh: [ticketsKey],
    })
    dialog.close()
  }
  return (
    <>
      <Button variant={places_if_lowered === null ? 'quiet' : 'primary'} onClick={open}>
        Esperar por menos ingressos
      </Button>
      <ConfirmDialog
        {...dialog.props}
        title="Esperar por menos ingressos?"
        confirm={`Esperar por ${formatTicketCount(quantity)}`}
        cancelLabel={`Continuar esperando por ${entry.quantity}`}
        variant="primary"
        pending={pending}
        onConfirm={lower}
      >
        <p>
          {isOfferedNow
            ? `${placesNowText(places)}: a vez é sua se você esperar por ${formatTicketCount(quantity)}.`
            : 'Você mantém a sua posição, e a vez pode chegar antes.'}{' '}
          Depois não dá para aumentar.
        </p>
        <QuantityField
          sessionTitle={entry.session_title}
          value={quantity}
          max={max}
          onChange={(value) => setChoice({ places, chosen: value })}
        />
      </ConfirmDialog>
    </>
  )
}
