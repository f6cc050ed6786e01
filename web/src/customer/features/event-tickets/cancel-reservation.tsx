import { formatTicketCount } from '@clube/contract/kernel/count-formats.ts'
import { cancelReservationCall, reservationCancelledMessage } from '@clube/contract/event-tickets/calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { formatShortDateTime } from '../../../parts/club-time.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useClub } from '../../../platform/app/app-context.tsx'

type CancelReservationProps = {
  reservation: { reservation_id: string; campaign_id: string }
  /** What is cancelled: the session, and the number of its tickets or held places. */
  session: { title: string; starts_at: string }
  quantity: number
  /** True if tickets would be lost, false if only held places. */
  isConfirmed: boolean
  /** True if everything is returned, because the session was changed. */
  isFree?: boolean
  onCancelled: () => void
}

/** Cancels a reservation after confirmation. */
export function CancelReservation({
  reservation,
  session,
  quantity,
  isConfirmed,
  isFree = false,
  onCancelled,
}: CancelReservationProps) {
  const endpoint = useClub().endpoints.cancel_reservation
  const { pending, run } = useAction()
  const confirmation = useDialog()
  const cancel = async () => {
    const { reservation_id, campaign_id } = reservation
    const isCancelled = await run(
      (send) => send(cancelReservationCall, { body: { reservation_id, campaign_id }, endpoint }),
      { success: ({ message }) => ({ message: message ?? reservationCancelledMessage }) },
    )
    confirmation.close()
    if (isCancelled) onCancelled()
  }
  return (
    <>
      <Button variant="quiet" onClick={confirmation.open}>
        {isFree ? 'Cancelar sem custo' : 'Cancelar reserva'}
      </Button>
      <ConfirmDialog
        {...confirmation.props}
        title="Cancelar a reserva?"
        confirm="Sim, cancelar"
        cancelLabel="Manter a reserva"
        pending={pending}
        onConfirm={cancel}
      >
        <p>
          <strong>
            {formatTicketCount(quantity)}: {session.title}, {formatShortDateTime(session.starts_at)}
          </strong>
        </p>
        <p>
          {cancellationEffect({ isConfirmed, isOne: quantity === 1 })}
          {isFree && ' O que você usou para participar é devolvido.'}
        </p>
      </ConfirmDialog>
    </>
  )
}

function cancellationEffect({ isConfirmed, isOne }: { isConfirmed: boolean; isOne: boolean }): string {
  if (!isConfirmed)
    return isOne ? 'O lugar volta para outra pessoa.' : 'Os lugares voltam para outras pessoas.'
  return isOne
    ? 'Seu ingresso deixa de valer e o lugar vai para outra pessoa.'
    : 'Seus ingressos deixam de valer e os lugares vão para outras pessoas.'
}
