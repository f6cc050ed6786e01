import type { Tx } from '../../../db/database.ts'
import type { Transaction } from '../../campaigns/index.ts'
import type { ScratchCardDeps } from '../deps.ts'
import { awardStateAt } from './award.ts'
import { notifyOfAwards } from './award-messages.ts'
import { listAwardsOf } from './award-store.ts'

/**
 * Resends the message about the prize of a participation, by e-mail only.
 * @returns false when it won none, or the prize can no longer be picked up
 */
export const resendMessage = async (
  deps: Pick<ScratchCardDeps, 'clock' | 'time_zone' | 'notify'>,
  tx: Tx,
  { id }: Pick<Transaction, 'id'>,
): Promise<boolean> => {
  const [award] = await listAwardsOf(tx, [id])
  if (!award || awardStateAt(award, deps.clock()) !== 'pending') return false
  const notify: ScratchCardDeps['notify'] = (within, notice) =>
    deps.notify(within, { ...notice, topic: null })
  await notifyOfAwards({ ...deps, notify }, tx, { event: 'won', award_ids: [award.id] })
  return true
}
