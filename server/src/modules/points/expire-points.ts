import { isIntegrityViolation } from '../../db/database-failure.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { expireLots, listCustomersWithExpiredPoints, lockBalances } from './expiry-store.ts'

export type ExpiryOutcome = {
  readonly expired: number
  /** Customers whose stored points are inconsistent; retried at the next run. */
  readonly failed: readonly { customer_id: string; error: unknown }[]
}

const batchSize = 500

/**
 * Removes expired points from all balances, many customers per transaction; may run in several processes concurrently.
 * Customers whose points cannot be removed are reported and do not affect the others.
 */
export const expirePoints = async (db: Db, now: Date, signal?: AbortSignal): Promise<ExpiryOutcome> => {
  const failed: { customer_id: string; error: unknown }[] = []
  let expired = 0
  /** Halves a batch that fails until the inconsistent customers are isolated. */
  const expire = async (customer_ids: readonly string[]): Promise<void> => {
    signal?.throwIfAborted()
    try {
      expired += await inTransaction(db, async (tx) => {
        await lockBalances(tx, customer_ids)
        return expireLots(tx, customer_ids, now)
      })
    } catch (error) {
      const [first = ''] = customer_ids
      if (!isIntegrityViolation(error)) throw error
      if (customer_ids.length === 1) failed.push({ customer_id: first, error })
      else {
        const half = Math.ceil(customer_ids.length / 2)
        await expire(customer_ids.slice(0, half))
        await expire(customer_ids.slice(half))
      }
    }
  }
  for (;;) {
    const excluded = failed.map(({ customer_id }) => customer_id)
    const customer_ids = await listCustomersWithExpiredPoints(db, { now, limit: batchSize, excluded })
    if (customer_ids.length === 0) return { expired, failed }
    await expire(customer_ids)
  }
}
