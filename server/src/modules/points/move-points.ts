import { pointsLifeDays } from '@clube/contract/points/posting-kinds.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  findPosting,
  insertEntries,
  insertLot,
  insertPosting,
  listLots,
  lockBalance,
  moveLots,
  type PointsSource,
} from './ledger-store.ts'
import { sumOf, takeFromLots, type LotMovement } from './lot.ts'

const dayMs = 24 * 3_600_000

/** A change of somebody's points, and what causes it: the same source causes the same change once. */
export type PointsChange = {
  readonly customer_id: string
  /** Whole and positive. */
  readonly points: number
  readonly source: PointsSource
  /** What the statement says of it, for instance the shop's name; never personal data. */
  readonly about?: string
  readonly now: Date
}

const requireWhole = (points: number): void => {
  if (!Number.isSafeInteger(points) || points <= 0) throw new Error('Points must be whole and positive')
}

/**
 * Gives points that expire after `pointsLifeDays`; a debt is settled from them at once.
 * @returns false when the source gave its points before
 */
export const earnPoints = async (tx: Tx, change: PointsChange): Promise<boolean> => {
  const { customer_id, points, source, about = '', now } = change
  requireWhole(points)
  await lockBalance(tx, customer_id)
  const posting_id = await insertPosting(tx, { kind: 'earn', customer_id, source, about, now })
  if (posting_id === null) return false
  await give(tx, { posting_id, customer_id, points, from: 'issuance', now })
  return true
}

/** Puts points into a new lot of the locked balance, and settles a debt from them. */
export const give = async (
  tx: Tx,
  input: {
    posting_id: string
    customer_id: string
    points: number
    from: 'issuance' | 'adjustment'
    now: Date
  },
): Promise<void> => {
  const { posting_id, customer_id, points, from, now } = input
  await insertEntries(tx, {
    posting_id,
    customer_id,
    entries: [
      { account: 'customer', points },
      { account: from, points: -points },
    ],
  })
  const expires_at = new Date(now.getTime() + pointsLifeDays * dayMs)
  await insertLot(tx, { customer_id, posting_id, points, expires_at })
  await settleDebt(tx, customer_id, now)
}

/**
 * Spends points, those that expire first before the others; expired ones do not count.
 * @returns false when the source spent its points before
 * @throws {Refusal} points.insufficient
 */
export const spendPoints = async (tx: Tx, change: PointsChange): Promise<boolean> => {
  const { customer_id, points, source, about = '', now } = change
  requireWhole(points)
  await lockBalance(tx, customer_id)
  if (await findPosting(tx, { kind: 'spend', source })) return false
  const lots = (await listLots(tx, customer_id)).filter(({ expires_at }) => expires_at > now)
  const movements = takeFromLots(lots, points)
  if (-sumOf(movements) < points) {
    const balance = lots.reduce((sum, { remaining }) => sum + remaining, 0)
    throw new Refusal('points.insufficient', { balance })
  }
  const posting_id = await insertPosting(tx, { kind: 'spend', customer_id, source, about, now })
  if (posting_id === null) return false
  await take(tx, { posting_id, customer_id, movements, into: 'redemption' })
  return true
}

/** Takes what the movements bring; what they lack of `points` becomes a debt. */
export const takeOrOwe = async (
  tx: Tx,
  input: {
    posting_id: string
    customer_id: string
    /** Positive. */
    points: number
    movements: readonly LotMovement[]
    into: 'issuance' | 'adjustment'
  },
): Promise<void> => {
  const { posting_id, customer_id, points, movements, into } = input
  const taken = -sumOf(movements)
  await insertEntries(tx, {
    posting_id,
    customer_id,
    entries: [
      ...(taken === 0 ? [] : [{ account: 'customer' as const, points: -taken }]),
      ...(points === taken ? [] : [{ account: 'debt' as const, points: taken - points }]),
      { account: into, points },
    ],
  })
  await moveLots(tx, posting_id, movements)
}

/** Settles a debt from whatever points there are. */
export const settleDebt = async (tx: Tx, customer_id: string, now: Date): Promise<void> => {
  const { debt } = await lockBalance(tx, customer_id)
  if (debt === 0) return
  const movements = takeFromLots(await listLots(tx, customer_id), debt)
  if (movements.length === 0) return
  const posting_id = await insertPosting(tx, { kind: 'settle', customer_id, source: null, about: '', now })
  if (posting_id === null) throw new Error('A posting without a source was there before')
  await take(tx, { posting_id, customer_id, movements, into: 'debt' })
}

/** Takes what the movements bring. */
export const take = async (
  tx: Tx,
  input: {
    posting_id: string
    customer_id: string
    movements: readonly LotMovement[]
    into: 'redemption' | 'expiry' | 'debt'
  },
): Promise<void> => {
  const { posting_id, customer_id, movements, into } = input
  const points = sumOf(movements)
  await insertEntries(tx, {
    posting_id,
    customer_id,
    entries: [
      { account: 'customer', points },
      { account: into, points: -points },
    ],
  })
  await moveLots(tx, posting_id, movements)
}
