import type { Tx } from '../../db/database.ts'
import { findCampaignRefusal, type PromotionCredit } from '../campaigns/index.ts'
import type { FreshDraw } from './draw-batch.ts'
import type { ScratchCardDeps } from './deps.ts'
import type { ScratchCampaign } from './scratch-campaign.ts'

/** How the receipts of participations were used, by participation. */
export type ReceiptUses = Awaited<ReturnType<PromotionCredit['use']>>

/** Uses the receipts of the requests without a code, in order, if the campaign's cards are earned by receipts. */
export const useReceipts = async (
  { credit, time_zone }: Pick<ScratchCardDeps, 'credit' | 'time_zone'>,
  tx: Tx,
  { requests, campaign, now }: { requests: readonly FreshDraw[]; campaign: ScratchCampaign; now: Date },
): Promise<ReceiptUses> => {
  const earned = requests.filter(({ body }) => body.code_index === '')
  if (earned.length === 0 || !campaign.settings.earned_by.includes('receipts')) return new Map()
  const { id: campaign_id } = campaign
  if (await findCampaignRefusal(tx, { campaign_id, now, time_zone })) return new Map()
  return credit.use(tx, {
    campaign_id,
    // The completing session decides which receipts can be used.
    transactions: earned.map(({ transaction, actor }) => ({ ...transaction, ...actor })),
    limit: earned.length,
    now,
  })
}
