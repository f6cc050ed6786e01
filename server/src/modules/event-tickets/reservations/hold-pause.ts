import { formatWait } from '../../limits/index.ts'
import type { ReserveRefused } from '../event-session.ts'

/** Holds and offers of one customer in one session that ended unconfirmed, cancelled or expired. */
export type ReleasedHolds = { readonly count: number; readonly last_ended_at: Date }

const minuteMs = 60_000

/** For how long a released hold counts. */
export const releasesCountedMs = 24 * 60 * minuteMs

/** Pause after the last release, by the number of released holds; more than these end a customer's attempts for the day. */
const pausesMs = [0, 0, 2 * minuteMs, 10 * minuteMs, 60 * minuteMs]

/** The refusal of another hold while the pause after the released ones lasts, or null. */
export const holdPauseRefusal = (
  holds: ReleasedHolds | undefined,
  now: Date,
): ReserveRefused<'event-tickets.hold-pause'> | null => {
  if (!holds) return null
  const pauseMs = pausesMs[holds.count] ?? releasesCountedMs
  const remainingMs = holds.last_ended_at.getTime() + pauseMs - now.getTime()
  return remainingMs > 0
    ? { ok: false, code: 'event-tickets.hold-pause', values: { wait: formatWait(remainingMs) } }
    : null
}

/** Whether another hold requires a captcha proof: from the second released one on. */
export const needsProof = (holds: ReleasedHolds | undefined): boolean => (holds?.count ?? 0) >= 2
