import { cancelReservationCall, reservationCancelledMessage } from '@clube/contract/event-tickets/calls.ts'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'

type CancelReservationProps = {
  reservation: { reservation_id: string; campaign_id: string }
  /** Whether tickets would be lost, or only places that were held. */
  confirmed: boolean
  onCancelled: () => void
}

/** Gives a reservation up, after asking. */
export function CancelReservation({ reservation, confirmed, onCancelled }: CancelReservationProps) {
  const send = useSend()
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)
  const cancel = async () => {
    const { reservation_id, campaign_id } = reservation
    setPending(true)
    const sent = await trackPending(send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
    setPending(false)
    setAsking(false)
    if (!sent.ok) return showFailure(sent.failure, { place: 'endpoint' })
    showToast({ message: sent.message ?? reservationCancelledMessage })
    onCancelled()
  }
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Cancelar reserva
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Cancelar a reserva?"
        actions={
          <>
            <Button look="danger" pending={pending} onClick={() => void cancel()}>
              Sim, cancelar
            </Button>
            <Button look="quiet" onClick={() => setAsking(false)}>
              Manter a reserva
            </Button>
          </>
        }
      >
        {confirmed
          ? 'Seus ingressos deixam de valer e os lugares vão para outras pessoas.'
          : 'Os lugares voltam para outras pessoas.'}
      </Dialog>
    </>
  )
}
