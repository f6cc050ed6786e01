import { formatWait } from '../../limits/index.ts'
import type { ReserveRefused } from '../event-session.ts'

/** One customer's holds and offers, in one session, that were cancelled or expired before being confirmed. */
export type ReleasedHolds = { readonly count: number; readonly last_ended_at: Date }

const minuteMs = 60_000

/** How long a released hold counts toward the cooldown. */
export const releaseWindowMs = 24 * 60 * minuteMs

/** Cooldown after the last release, indexed by the number of released holds. Beyond the last entry it is 24 hours. */
const cooldownsMs = [0, 0, 2 * minuteMs, 10 * minuteMs, 60 * minuteMs]

/** The refusal of another hold during the cooldown after released holds, or null. */
export const holdCooldownRefusal = (
  holds: ReleasedHolds | undefined,
  now: Date,
): ReserveRefused<'event-tickets.hold-cooldown'> | null => {
  if (!holds) return null
  const cooldownMs = cooldownsMs[holds.count] ?? releaseWindowMs
  const remainingMs = holds.last_ended_at.getTime() + cooldownMs - now.getTime()
  return remainingMs > 0
    ? { ok: false, code: 'event-tickets.hold-cooldown', values: { wait: formatWait(remainingMs) } }
    : null
}

/** Whether another hold requires a captcha proof: required once two holds have been released. */
export const needsCaptchaProof = (holds: ReleasedHolds | undefined): boolean => (holds?.count ?? 0) >= 2
