import { voucherCodeEnd } from '@clube/contract/campaigns/voucher-code.ts'
import { awardStateTitles } from '@clube/contract/scratch-card/calls.ts'
import type { CustomerHistory } from '@clube/contract/service-desk/history-calls.ts'
import type { Db } from '../../../db/database.ts'
import { shortCodeOf } from '../../campaigns/index.ts'
import { findPeople } from '../../identity/index.ts'
import type { ScratchCardDeps } from '../deps.ts'
import { awardCodes, awardStateAt } from './award.ts'
import { listAwardsForActor } from './award-store.ts'
import { withPrizes } from './view-awards.ts'

/** A customer's newest prizes, with only the end of their codes, which is not enough to pick one up. */
export const listVouchers = async (
  { vault, clock }: Pick<ScratchCardDeps, 'vault' | 'clock'>,
  db: Db,
  { customer_id, limit }: { customer_id: string; limit: number },
): Promise<CustomerHistory['vouchers']> => {
  const now = clock()
  const awards = await listAwardsForActor(db, { customer_id, identified_session_id: null }, limit)
  const person = (await findPeople(db, [customer_id])).get(customer_id)
  return (await withPrizes(db, awards)).map((award) => {
    const state = awardStateAt(award, now)
    return {
      voucher_id: award.id,
      campaign_title: award.campaign.title,
      title: award.prize.title,
      starts_at: null,
      holder_name: person?.name ?? '',
      code_end:
        award.code_sealed === null
          ? ''
          : voucherCodeEnd(shortCodeOf(awardCodes.open(vault, award.code_sealed))),
      state: awardStateTitles[state],
      used_at: state === 'delivered' ? (award.ended_at?.toISOString() ?? null) : null,
      used_where: state === 'delivered' ? award.prize.pickup_place : null,
    }
  })
}
