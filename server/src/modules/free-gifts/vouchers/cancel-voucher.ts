import { cancelGiftVoucherCall } from '@clube/contract/free-gifts/calls.ts'
import type { GiftVoucher as VoucherView } from '@clube/contract/free-gifts/voucher.ts'
import { inTransaction, type Tx } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { lockTransactions, type AccountDeletion, type Transaction } from '../../campaigns/index.ts'
import type { Actor } from '../../sessions/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { returnUnit } from '../stock/stock-store.ts'
import { leaveQueue } from './queue-store.ts'
import { findOwnVoucher, viewVoucher } from './view-vouchers.ts'
import { notifyOfVouchers } from './voucher-messages.ts'
import { endedVoucherRefusal, voucherStateAt, type GiftVoucher } from './voucher.ts'
import { endVoucher, findVoucher, listIssued, listVouchersOf, lockVoucher } from './voucher-store.ts'

const refuse = refusalsOf(cancelGiftVoucherCall)

/** The explanation shown to a customer who cancelled a voucher. */
const cancelledNote = 'Você cancelou o vale-brinde. O que você usou para participar foi devolvido.'

/** Cancels an issued voucher with its number in the queue, and returns its unit, once. @returns false when it is no longer issued */
const cancelIssued = async (tx: Tx, voucher: GiftVoucher, now: Date): Promise<boolean> => {
  if (!(await endVoucher(tx, { id: voucher.id, to: 'cancelled', now }))) return false
  await leaveQueue(tx, voucher.id)
  await returnUnit(tx, voucher)
  return true
}

/**
 * Cancels the customer's voucher: the unit returns to the stock, receipts and points to the customer, once. A cancelled
 * one is unchanged.
 * @throws {Refusal} one of the call's refusals, session.password-required
 */
export const cancelVoucher = (
  deps: FreeGiftDeps,
  input: Actor & { voucher_id: string; ip: string },
): Promise<VoucherView> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const { id, transaction_id } = await findOwnVoucher(tx, { ...input, refuse })
    await lockTransactions(tx, [transaction_id])
    // Credit is locked before the voucher and the stock, points after them.
    await deps.credit.release(tx, [transaction_id])
    const voucher = await lockVoucher(tx, id)
    if (!voucher) throw new Error('The voucher was not found')
    const ended = endedVoucherRefusal(voucher, now, deps.time_zone)
    if (ended && ended.code !== 'free-gifts.voucher-cancelled') throw refuse(ended)
    if (!ended) {
      if (!(await cancelIssued(tx, voucher, now))) throw new Error('The locked voucher was changed')
      await deps.returnParticipations(tx, { transaction_ids: [transaction_id], note: cancelledNote, now })
      await notifyOfVouchers(deps, tx, { template: 'gift-returned', vouchers: [voucher], ip: input.ip })
    }
    const current = await findVoucher(tx, id)
    if (!current) throw new Error('The voucher was not found')
    return viewVoucher(deps, tx, current)
  })

/**
 * Returns the unit and the points of a reversed participation; the caller has returned the receipts. An expired voucher
 * has already returned its unit.
 * @returns false when the gift was delivered
 */
export const reverseVoucher = async (
  deps: FreeGiftDeps,
  tx: Tx,
  { transaction, now }: { transaction: Transaction; now: Date },
): Promise<boolean> => {
  const [found] = await listVouchersOf(tx, [transaction.id])
  const voucher = found && (await lockVoucher(tx, found.id))
  if (!voucher) throw new Error('A completed participation has no voucher')
  if (voucher.state === 'delivered') return false
  await cancelIssued(tx, voucher, now)
  await deps.points.restore(tx, { transaction_id: transaction.id, about: transaction.campaign_title, now })
  return true
}

/** Cancels the vouchers of an account that is being erased; until then they can be used. */
export const releaseOnDeletion = async (
  tx: Tx,
  { customer_id, stage, now }: AccountDeletion,
): Promise<void> => {
  if (stage === 'requested') return
  for (const voucher of await listIssued(tx, customer_id)) await cancelIssued(tx, voucher, now)
}

/** Whether the customer has a voucher that can still be used. */
export const hasValidVouchers = async (
  tx: Tx,
  { customer_id, now }: { customer_id: string; now: Date },
): Promise<boolean> =>
  (await listIssued(tx, customer_id)).some((voucher) => voucherStateAt(voucher, now) === 'issued')
