import type { unanswerableRefusals } from '@clube/contract/ratings/calls.ts'
import { answerDays, askEveryDays } from '@clube/contract/ratings/rating.ts'
import { formatDate, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Refused } from '@clube/contract/kernel/refusal-table.ts'

const dayMs = 24 * 3_600_000

/** Why a request cannot be answered now; null when it can. */
export const requestRefusal = (
  request: { is_rated: boolean; withdrawn_at: Date | null; expires_at: Date },
  now: Date,
  zone: TimeZone,
): Refused<typeof unanswerableRefusals> | null => {
  if (request.is_rated) return { ok: false, code: 'ratings.already-rated' }
  if (request.withdrawn_at !== null) return { ok: false, code: 'ratings.withdrawn' }
  if (request.expires_at <= now) return expiredRefusal(request.expires_at, zone)
  return null
}

/** The refusal after the deadline. */
export const expiredRefusal = (expires_at: Date, zone: TimeZone): Refused<typeof unanswerableRefusals> => ({
  ok: false,
  code: 'ratings.expired',
  values: { date: formatDate(expires_at, zone) },
})

/** When a request that is made now expires. */
export const expiryOfRequest = (now: Date): Date => new Date(now.getTime() + answerDays * dayMs)

/** A person who was last asked until then may be asked now. */
export const askedBefore = (now: Date): Date => new Date(now.getTime() - askEveryDays * dayMs)
