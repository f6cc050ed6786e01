import { clubHourOf } from '@clube/contract/kernel/club-time.ts'
import { inTransaction } from '../../../db/database.ts'
import type { ScratchCardDeps } from '../deps.ts'
import { notifyOfAwards } from './award-messages.ts'
import { claimAwardReminders, expireDueAwards } from './award-store.ts'

type ExpiryDeps = Pick<ScratchCardDeps, 'db' | 'clock' | 'time_zone' | 'notify'>

const batchSize = 100

/** Stores the expiry of awards and notifies their customers. */
export const expireAwards = async (deps: ExpiryDeps): Promise<void> => {
  for (;;) {
    const expired = await inTransaction(deps.db, async (tx) => {
      const award_ids = await expireDueAwards(tx, deps.clock(), batchSize)
      await notifyOfAwards(deps, tx, { event: 'expired', award_ids })
      return award_ids.length
    })
    if (expired < batchSize) return
  }
}

const dayMs = 24 * 3_600_000
/** A reminder is sent in an award's last three days, at least a day after it was won. */
const reminderMs = 3 * dayMs
/** Reminders are sent between these hours. */
const reminderHours = { from: 9, until: 20 } as const

/** Reminds customers once of each prize whose deadline is near. */
export const remindOfAwards = async (deps: ExpiryDeps): Promise<void> => {
  const now = deps.clock()
  const hour = clubHourOf(now, deps.time_zone)
  if (hour < reminderHours.from || hour >= reminderHours.until) return
  for (;;) {
    const reminded = await inTransaction(deps.db, async (tx) => {
      const award_ids = await claimAwardReminders(tx, {
        now,
        expires_before: new Date(now.getTime() + reminderMs),
        won_before: new Date(now.getTime() - dayMs),
        limit: batchSize,
      })
      await notifyOfAwards(deps, tx, { event: 'expiring', award_ids })
      return award_ids.length
    })
    if (reminded < batchSize) return
  }
}
