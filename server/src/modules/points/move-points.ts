import type { PointsRules } from '@clube/contract/club/points-rules.ts'
import type { pointsRefusals } from '@clube/contract/campaigns/refusals.ts'
import { clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Tx } from '../../db/database.ts'
import { refuseRequest, type Refuse } from '../../kernel/refusal.ts'
import type { Actor } from '../sessions/index.ts'
import {
  findPosting,
  insertEarnings,
  insertEntries,
  insertLot,
  insertPosting,
  listLiveLots,
  lockBalance,
  lockBalances,
  moveLots,
  spendIdentified,
  type Earning,
} from './ledger-store.ts'
import { isSpendable, sumOf, deductFromLots, type Lot, type LotMovement } from './lot.ts'

const dayMs = 24 * 3_600_000

/** A change to a customer's points, and its source: the same source causes the same change once. */
export type PointsChange = Omit<Earning, 'available_at'> & { readonly now: Date }

const requirePositiveInteger = (points: number): void => {
  if (!Number.isSafeInteger(points) || points <= 0) throw new Error('Points must be whole and positive')
}

/**
 * Credits points that expire after `lifetime_days`; a debt is settled from them immediately, even when they cannot be
 * spent before `available_at`.
 * @returns false when the source was already credited
 */
export const earnPoints = async (
  tx: Tx,
  { lifetime_days, now, ...earning }: Earning & Pick<PointsRules, 'lifetime_days'> & { readonly now: Date },
): Promise<boolean> => (await earnEachPoints(tx, [earning], { lifetime_days, now })).length === 1

/** The same for different sources, by the same statements. @returns those that were not credited before */
export const earnEachPoints = async (
  tx: Tx,
  earnings: readonly Earning[],
  { lifetime_days, now }: Pick<PointsRules, 'lifetime_days'> & { readonly now: Date },
): Promise<readonly Earning[]> => {
  for (const { points } of earnings) requirePositiveInteger(points)
  const customer_ids = earnings.map(({ customer_id }) => customer_id)
  await lockBalances(tx, customer_ids)
  const expires_at = new Date(now.getTime() + lifetime_days * dayMs)
  const credited = await insertEarnings(tx, earnings, { expires_at, now })
  const debts = new Map(credited.map(({ customer_id, debt }) => [customer_id, debt]))
  for (const [customer_id, debt] of debts) await settleDebt(tx, { customer_id, debt, now })
  return earnings.filter(({ source }) =>
    credited.some(({ source_kind, source_id }) => source_kind === source.kind && source_id === source.id),
  )
}

/** Adds points of an adjustment to the locked balance as a new lot, and settles a debt from them. */
export const creditPoints = async (
  tx: Tx,
  input: {
    posting_id: string
    customer_id: string
    points: number
    lifetime_days: number
    now: Date
  },
): Promise<void> => {
  const { posting_id, customer_id, points, lifetime_days, now } = input
  const { debt } = await insertEntries(tx, {
    posting_id,
    customer_id,
    entries: [
      { account: 'customer', points },
      { account: 'adjustment', points: -points },
    ],
  })
  const expires_at = new Date(now.getTime() + lifetime_days * dayMs)
  await insertLot(tx, { customer_id, posting_id, points, expires_at, available_at: null })
  await settleDebt(tx, { customer_id, debt, now })
}

const pointsIn = (lots: readonly Lot[]): number => lots.reduce((sum, { remaining }) => sum + remaining, 0)

/** The club's rules for spending. */
export type SpendingRules = {
  /** Maximum points of a customer that passwordless sessions may spend per club day. */
  readonly identified_points_per_day: number
  readonly time_zone: TimeZone
}

/**
 * Spends points, earliest expiry first; expired points and those not yet available are excluded. Spending by
 * passwordless sessions counts toward the day's limit even if restored later.
 * @returns false when the source already spent its points
 * @throws {Refusal} points.insufficient, points.waiting, or session.password-required beyond the day's limit
 */
export const spendPoints = async (
  rules: SpendingRules,
  tx: Tx,
  change: PointsChange & Actor & { refuse: Refuse<typeof pointsRefusals> },
): Promise<boolean> => {
  const { customer_id, points, source, about = '', now, refuse } = change
  requirePositiveInteger(points)
  await lockBalance(tx, customer_id)
  if (await findPosting(tx, { kind: 'spend', source })) return false
  const live = await listLiveLots(tx, customer_id, now)
  const lots = live.filter((lot) => isSpendable(lot, now))
  const movements = deductFromLots(lots, points)
  if (-sumOf(movements) < points) {
    const balance = pointsIn(lots)
    const code = pointsIn(live) < points ? 'points.insufficient' : 'points.waiting'
    throw refuse(code, { balance })
  }
  if (change.identified_session_id !== null) {
    const limit = rules.identified_points_per_day
    const spending = { customer_id, club_day: clubDayOf(now, rules.time_zone), points, limit }
    if (!(await spendIdentified(tx, spending))) throw refuseRequest('session.password-required')
  }
  const posting_id = await insertPosting(tx, { kind: 'spend', customer_id, source, about, now })
  if (posting_id === null) return false
  await debitPoints(tx, { posting_id, customer_id, movements, into: 'redemption' })
  return true
}

/** Applies the movements; the shortfall of `points` becomes a debt. */
export const debitOrRecordDebt = async (
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
  const deducted = -sumOf(movements)
  await insertEntries(tx, {
    posting_id,
    customer_id,
    entries: [
      ...(deducted === 0 ? [] : [{ account: 'customer' as const, points: -deducted }]),
      ...(points === deducted ? [] : [{ account: 'debt' as const, points: deducted - points }]),
      { account: into, points },
    ],
  })
  await moveLots(tx, posting_id, movements)
}

/** Settles the debt of a locked balance from the available points. */
export const settleDebt = async (
  tx: Tx,
  { customer_id, debt, now }: { customer_id: string; debt: number; now: Date },
): Promise<void> => {
  if (debt === 0) return
  const movements = deductFromLots(await listLiveLots(tx, customer_id, now), debt)
  if (movements.length === 0) return
  const posting_id = await insertPosting(tx, { kind: 'settle', customer_id, source: null, about: '', now })
  if (posting_id === null) throw new Error('A posting without a source already exists')
  await debitPoints(tx, { posting_id, customer_id, movements, into: 'debt' })
}

/** Applies the movements. */
export const debitPoints = async (
  tx: Tx,
  input: {
    posting_id: string
    customer_id: string
    movements: readonly LotMovement[]
    into: 'redemption' | 'debt'
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
