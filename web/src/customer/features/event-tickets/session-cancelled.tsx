import { cancelledSessionRefusal } from '@clube/contract/event-tickets/refusals.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'

type SessionCancelledProps = {
  /** Null while unknown. */
  reason: string | null
  /** The consequence of the cancellation for the person. */
  effect: string
}

/** States that a session was cancelled, and why. */
export const SessionCancelled = ({ reason, effect }: SessionCancelledProps) => (
  <Notice tone="bad">
    <p>
      <strong>{cancelledSessionRefusal['event-tickets.session-cancelled'].message}</strong>
      {reason !== null && ` Motivo: ${reason}`}
    </p>
    <p>{effect}</p>
  </Notice>
)
