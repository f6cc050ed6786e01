import { clubHourOf } from '@clube/contract/kernel/club-time.ts'
import { inTransaction } from '../../../db/database.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { notifyOfVouchers } from './voucher-messages.ts'
import { claimReminders, expireDue } from './voucher-store.ts'

const batchSize = 500

/** Stores the expiry of vouchers and returns their units to the stock. */
export const expireVouchers = async ({ db, clock }: Pick<FreeGiftDeps, 'db' | 'clock'>): Promise<void> => {
  for (;;) {
    const expired = await inTransaction(db, (tx) => expireDue(tx, clock(), batchSize))
    if (expired < batchSize) return
  }
}

const dayMs = 24 * 3_600_000
/** A reminder is sent in a voucher's last two days, at least a day after it was issued. */
const reminderMs = 2 * dayMs
const reminderBatch = 100
/** Reminders are sent between these hours. */
const reminderHours = { from: 9, until: 20 } as const

/** Reminds customers once of each voucher that expires soon. */
export const remindOfExpiry = async (deps: FreeGiftDeps): Promise<void> => {
  const now = deps.clock()
  const hour = clubHourOf(now, deps.time_zone)
  if (hour < reminderHours.from || hour >= reminderHours.until) return
  for (;;) {
    const reminded = await inTransaction(deps.db, async (tx) => {
      const vouchers = await claimReminders(tx, {
        now,
        expires_before: new Date(now.getTime() + reminderMs),
        issued_before: new Date(now.getTime() - dayMs),
        limit: reminderBatch,
      })
      await notifyOfVouchers(deps, tx, { template: 'gift-expiring', vouchers })
      return vouchers.length
    })
    if (reminded < reminderBatch) return
  }
}
