import { clubDayOf, clubHourOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { lockUsable } from '../identity/index.ts'
import type { NotifyOfActivity } from '../messaging/index.ts'
import {
  deletePastExpiryNotices,
  insertExpiryNotices,
  listExpiringLots,
  type ExpiringLot,
} from './expiry-notice-store.ts'

const dayMs = 24 * 3_600_000
/** How long before the first points of a month expire customers are notified. */
const noticeDays = 30
const batchSize = 200
/** Hours of the day, in club time, at which the messages may arrive. */
const [firstHour, lastHour] = [9, 19] as const

const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * Notifies customers once of the points that expire in each month, 30 days before the first of them. Message and record
 * commit together: an interrupted run continues with the rest, and two processes never notify a customer twice. Records of
 * past months are deleted.
 */
export const notifyOfExpiringPoints = async (
  deps: { readonly db: Db; readonly time_zone: TimeZone; readonly notify: NotifyOfActivity },
  now: Date,
  signal?: AbortSignal,
): Promise<void> => {
  const { db, time_zone } = deps
  const hour = clubHourOf(now, time_zone)
  if (hour < firstHour || hour > lastHour) return
  await deletePastExpiryNotices(db, monthOf(now, time_zone))
  const until = new Date(now.getTime() + noticeDays * dayMs)
  let after: Pick<ExpiringLot, 'id' | 'position'> = { id: lowestId, position: now.toISOString() }
  for (;;) {
    signal?.throwIfAborted()
    const lots = await listExpiringLots(db, { after, until, time_zone, limit: batchSize })
    const last = lots.at(-1)
    if (!last) return
    await notifyCustomers(deps, lots, now)
    after = last
  }
}

/** First day of the club's month. */
const monthOf = (instant: Date, time_zone: TimeZone): string =>
  `${clubDayOf(instant, time_zone).slice(0, 7)}-01`

const notifyCustomers = (
  { db, time_zone, notify }: Parameters<typeof notifyOfExpiringPoints>[0],
  lots: readonly ExpiringLot[],
  now: Date,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const usable = await lockUsable(
      tx,
      lots.map(({ customer_id }) => customer_id),
    )
    const months = new Map<string, { customer_id: string; month: string }>()
    for (const { customer_id, expires_at } of lots) {
      const month = monthOf(expires_at, time_zone)
      if (usable.has(customer_id)) months.set(`${customer_id} ${month}`, { customer_id, month })
    }
    for (const { customer_id, ...expiring } of await insertExpiryNotices(tx, {
      months: [...months.values()],
      time_zone,
      now,
    }))
      await notify(tx, { customer_id, content: { template: 'points-expiring', ...expiring } })
  })
