import { Notice } from '../../../kit/feedback/notice.tsx'

type SessionCancelledProps = {
  reason: string
  /** What the cancellation meant for the person. */
  effect: string
}

/** States that a session was cancelled, and why. */
export const SessionCancelled = ({ reason, effect }: SessionCancelledProps) => (
  <Notice tone="bad">
    <p>
      <strong>Esta sessão foi cancelada.</strong> Motivo: {reason}
    </p>
    <p>{effect}</p>
  </Notice>
)
