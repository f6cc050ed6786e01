import type { Tx } from '../../db/database.ts'
import type { AccountDeletion, Transaction } from '../campaigns/index.ts'
import { cancelAward, cancelAwardsOf, listAwardsOf, lockAward } from './awards/award-store.ts'
import type { ScratchCardDeps } from './deps.ts'
import { voidWaitingCards } from './waiting-cards.ts'

/**
 * Cancels the award of a reversed participation, and takes its points back. Card and code stay used, because a draw never
 * changes.
 * @returns false when the prize was handed over
 */
export const reverseDraw = async (
  { points }: Pick<ScratchCardDeps, 'points'>,
  tx: Tx,
  { transaction, now }: { transaction: Transaction; now: Date },
): Promise<boolean> => {
  const [found] = await listAwardsOf(tx, [transaction.id])
  const award = found && (await lockAward(tx, found.id))
  // The card was a blank.
  if (!award) return true
  const { id, state } = award
  switch (state) {
    case 'pending':
      await cancelAward(tx, { id, from: 'pending', now })
      return true
    case 'delivered':
      // Only points have no code.
      if (award.code_sealed !== null) return false
      await cancelAward(tx, { id, from: 'delivered', now })
      await points.revoke(tx, { transaction_id: transaction.id, about: transaction.campaign_title, now })
      return true
    case 'expired':
    case 'cancelled':
      return true
    default:
      return state satisfies never
  }
}

/** Cancels the awards and voids the waiting cards of an account that is being erased; until then they can be used. */
export const releaseOnDeletion = async (
  tx: Tx,
  { customer_id, stage, now }: AccountDeletion,
): Promise<void> => {
  if (stage === 'requested') return
  await cancelAwardsOf(tx, customer_id, now)
  await voidWaitingCards(tx, customer_id, now)
}
