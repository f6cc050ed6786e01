import type { PointsAccount } from '@clube/contract/points/adjustment-calls.ts'
import {
  adjustmentDailyPoints,
  adjustmentReasons,
  type AdjustmentReason,
} from '@clube/contract/points/adjustment.ts'
import { clubDayStart } from '@clube/contract/kernel/club-time.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findById as findCustomer } from '../identity/index.ts'
import {
  adjustedBy,
  findAdjustment,
  insertAdjustment,
  lockAdjuster,
  type Adjustment,
} from './adjustment-store.ts'
import { insertPosting, listLots, lockBalance } from './ledger-store.ts'
import { takeFromLots } from './lot.ts'
import { give, takeOrOwe } from './move-points.ts'
import { accountOf, type PointsDeskDeps } from './points-desk.ts'

export type AdjustPoints = {
  /** Of the attempt: the same with the same content counts once. */
  adjustment_id: string
  customer_id: string
  /** Positive to give, negative to take. */
  points: number
  reason: AdjustmentReason
  note: string
  /** Whether what the balance lacks becomes a debt. */
  may_owe: boolean
  staff_id: string
}

/**
 * Gives or takes points by hand, in double entry against the club's account of adjustments. The balance is never below
 * zero: what is taken beyond it is refused, or owed where staff say so.
 * @returns the account afterwards
 * @throws {Refusal} points.account-unknown, points.adjustment-exceeds, points.adjustment-reused, points.adjustment-limit
 */
export const adjustPoints = (deps: PointsDeskDeps, input: AdjustPoints): Promise<PointsAccount> =>
  inTransaction(deps.db, async (tx) => {
    const { staff_id, customer_id, adjustment_id: id, ...wanted } = input
    const now = deps.clock()
    await lockAdjuster(tx, staff_id)
    const customer = await findCustomer(tx, customer_id)
    if (!customer) throw new Refusal('points.account-unknown')
    await lockBalance(tx, customer_id)
    const adjustment: Adjustment = { id, customer_id, staff_id, ...wanted, created_at: now }
    const before = await findAdjustment(tx, id)
    if (before && !isSame(before, adjustment)) throw new Refusal('points.adjustment-reused')
    if (!before) {
      await requireDailyLimit(tx, adjustment)
      await move(tx, adjustment)
      await insertAdjustment(tx, adjustment)
      await deps.audit(tx, {
        actor: { kind: 'staff', id: staff_id },
        action: 'points.adjust',
        subject: { kind: 'customer', id: customer_id },
        sentence: sentenceOf(adjustment),
      })
    }
    return accountOf(deps, tx, { customer, staff_id })
  })

const isSame = (before: Adjustment, again: Adjustment): boolean =>
  before.customer_id === again.customer_id &&
  before.staff_id === again.staff_id &&
  before.points === again.points &&
  before.reason === again.reason &&
  before.note === again.note &&
  before.may_owe === again.may_owe

const requireDailyLimit = async (tx: Tx, { staff_id, points, created_at }: Adjustment): Promise<void> => {
  const today = await adjustedBy(tx, { staff_id, since: clubDayStart(created_at) })
  if (today + Math.abs(points) > adjustmentDailyPoints)
    throw new Refusal('points.adjustment-limit', { count: adjustmentDailyPoints.toLocaleString('pt-BR') })
}

const move = async (tx: Tx, adjustment: Adjustment): Promise<void> => {
  const { customer_id, points, created_at: now } = adjustment
  const lots = (await listLots(tx, customer_id)).filter(({ expires_at }) => expires_at > now)
  const balance = lots.reduce((sum, { remaining }) => sum + remaining, 0)
  if (balance + points < 0 && !adjustment.may_owe) throw new Refusal('points.adjustment-exceeds', { balance })
  const posting_id = await insertPosting(tx, {
    kind: 'adjust',
    customer_id,
    source: { kind: 'adjustment', id: adjustment.id },
    about: adjustmentReasons[adjustment.reason],
    now,
  })
  // Nobody else changes this balance now, so it was used for somebody else's at this moment.
  if (posting_id === null) throw new Refusal('points.adjustment-reused')
  const move = { posting_id, customer_id, points: Math.abs(points) }
  if (points > 0) await give(tx, { ...move, from: 'adjustment', now })
  else await takeOrOwe(tx, { ...move, movements: takeFromLots(lots, -points), into: 'adjustment' })
}

const sentenceOf = ({ points, reason, may_owe }: Adjustment): string => {
  const deed =
    points > 0
      ? `Deu ${points} ponto(s) a um cadastro`
      : `Tirou ${-points} ponto(s) de um cadastro${may_owe ? ', com débito do que faltar' : ''}`
  return `${deed}: ${adjustmentReasons[reason]}.`
}
