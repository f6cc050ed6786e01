import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { type PointsAccount, adjustPointsCall } from '@clube/contract/points/adjustment-calls.ts'
import {
  adjustmentDailyPoints,
  adjustmentReasons,
  type AdjustmentReason,
} from '@clube/contract/points/adjustment.ts'
import { startOfClubDayAt } from '@clube/contract/kernel/club-time.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { findById as findCustomer } from '../identity/index.ts'
import {
  sumAdjustedPoints,
  findAdjustment,
  insertAdjustment,
  lockAdjuster,
  type Adjustment,
} from './adjustment-store.ts'
import { insertPosting, listLiveLots, lockBalance } from './ledger-store.ts'
import { deductFromLots } from './lot.ts'
import { creditPoints, debitOrRecordDebt } from './move-points.ts'
import { accountOf, type PointsDeskDeps } from './points-desk.ts'

const refuse = refusalsOf(adjustPointsCall)

export type AdjustPoints = {
  /** Idempotency key: a repeat with the same content has no effect. */
  adjustment_id: string
  customer_id: string
  /** Positive to add, negative to remove. */
  points: number
  reason: AdjustmentReason
  note: string
  /** Whether a shortfall becomes a debt. */
  may_owe: boolean
  staff_id: string
}

/**
 * Adds or removes points manually, in double entry against the club's adjustment account. The balance is never below
 * zero: a shortfall is rejected, or becomes a debt if `may_owe`.
 * @returns the account afterwards
 * @throws {Refusal} points.account-unknown, points.adjustment-too-large, points.adjustment-reused,
 *   points.adjustment-limit
 */
export const adjustPoints = (deps: PointsDeskDeps, input: AdjustPoints): Promise<PointsAccount> =>
  inTransaction(deps.db, async (tx) => {
    const { staff_id, customer_id, adjustment_id: id, ...change } = input
    const now = deps.clock()
    await lockAdjuster(tx, staff_id)
    const customer = await findCustomer(tx, customer_id)
    if (!customer) throw refuse('points.account-unknown')
    await lockBalance(tx, customer_id)
    const adjustment: Adjustment = { id, customer_id, staff_id, ...change, created_at: now }
    const existing = await findAdjustment(tx, id)
    if (existing && !isSame(existing, adjustment)) throw refuse('points.adjustment-reused')
    if (!existing) {
      await requireDailyLimit(tx, adjustment, startOfClubDayAt(now, deps.time_zone))
      await move(deps, tx, adjustment)
      await insertAdjustment(tx, adjustment)
      const { points } = adjustment
      const reason = adjustmentReasons[adjustment.reason]
      await deps.notify(tx, { customer_id, content: { template: 'points-adjusted', points, reason } })
      await deps.audit(tx, {
        actor: { kind: 'staff', id: staff_id },
        action: 'points.adjust',
        subject: { kind: 'customer', id: customer_id },
        sentence: sentenceOf(adjustment),
      })
    }
    return accountOf(deps, tx, { customer, staff_id })
  })

const isSame = (existing: Adjustment, requested: Adjustment): boolean =>
  existing.customer_id === requested.customer_id &&
  existing.staff_id === requested.staff_id &&
  existing.points === requested.points &&
  existing.reason === requested.reason &&
  existing.note === requested.note &&
  existing.may_owe === requested.may_owe

const requireDailyLimit = async (tx: Tx, { staff_id, points }: Adjustment, since: Date): Promise<void> => {
  const today = await sumAdjustedPoints(tx, { staff_id, since })
  if (today + Math.abs(points) > adjustmentDailyPoints)
    throw refuse('points.adjustment-limit', { count: adjustmentDailyPoints.toLocaleString('pt-BR') })
}

const move = async ({ lifetime_days }: PointsDeskDeps, tx: Tx, adjustment: Adjustment): Promise<void> => {
  const { customer_id, points, created_at: now } = adjustment
  const lots = await listLiveLots(tx, customer_id, now)
  const balance = lots.reduce((sum, { remaining }) => sum + remaining, 0)
  if (balance + points < 0 && !adjustment.may_owe) throw refuse('points.adjustment-too-large', { balance })
  const posting_id = await insertPosting(tx, {
    kind: 'adjust',
    customer_id,
    source: { kind: 'adjustment', id: adjustment.id },
    about: adjustmentReasons[adjustment.reason],
    now,
  })
  // The balance is locked, so the id was used concurrently for another customer.
  if (posting_id === null) throw refuse('points.adjustment-reused')
  const move = { posting_id, customer_id, points: Math.abs(points) }
  if (points > 0) await creditPoints(tx, { ...move, lifetime_days, now })
  else await debitOrRecordDebt(tx, { ...move, movements: deductFromLots(lots, -points), into: 'adjustment' })
}

const sentenceOf = ({ points, reason, may_owe }: Adjustment): string => {
  const opening =
    points > 0
      ? `Deu ${formatPoints(points)} a um cadastro`
      : `Tirou ${formatPoints(-points)} de um cadastro${may_owe ? ', com débito do que faltar' : ''}`
  return `${opening}: ${adjustmentReasons[reason]}.`
}
