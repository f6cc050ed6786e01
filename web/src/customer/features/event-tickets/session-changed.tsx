import { Notice } from '../../../kit/feedback/notice.tsx'
import { formatShortDateTime } from '../../../parts/club-time.ts'

/** The details of a session that are shown to people. */
export type SessionDetails = { title: string; place: string; starts_at: string }

const describe = ({ title, starts_at, place }: SessionDetails): string =>
  `${title}, ${formatShortDateTime(starts_at)}, ${place}.`

type SessionChangedProps = { now: SessionDetails; before: SessionDetails; advice: string }

/** States that a session was changed, with its details before and after. */
export const SessionChanged = ({ now, before, advice }: SessionChangedProps) => (
  <Notice tone="warn">
    <p>
      <strong>Esta sessão mudou.</strong> Agora: {describe(now)}
    </p>
    <p>Antes: {describe(before)}</p>
    <p>{advice}</p>
  </Notice>
)
