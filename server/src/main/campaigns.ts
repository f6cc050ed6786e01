import type { CampaignDeps } from '../modules/campaigns/index.ts'
import { purchaseBook } from '../modules/receipts/index.ts'
import type { Ground } from './ground.ts'
import { promotions } from './promotions.ts'

/** What campaigns work with: every kind of promotion, and receipts as the purchases that entitle to them. */
export const campaignDepsOf = ({ db, clock, audit }: Ground): CampaignDeps => ({
  db,
  clock,
  audit,
  promotions,
  purchases: purchaseBook,
})
