import { listSpendCampaigns, type PromotionCredit, type ReceiptUse } from '../modules/campaigns/index.ts'
import {
  describeUses,
  hasUnusedCredit,
  previewUse,
  releaseCredit,
  useCredit,
  type CreditDeps,
} from '../modules/credit/index.ts'
import { describeReceipts, listApprovedReceipts } from '../modules/receipts/index.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Dependencies of credit: campaigns and receipts. */
export const creditDepsOf = ({
  db,
  clock,
  time_zone,
}: Pick<Infrastructure, 'db' | 'clock' | 'time_zone'>): CreditDeps => ({
  db,
  clock,
  time_zone,
  listCampaigns: listSpendCampaigns,
  listReceipts: listApprovedReceipts,
  describeReceipts,
})

/** The receipt operations of participations. */
export const receiptUseOf = (deps: CreditDeps): ReceiptUse => ({
  hasUnused: (tx, input) => hasUnusedCredit(deps, tx, input),
  describe: (db, transactions) => describeUses(deps, db, transactions),
  release: (tx, transaction_ids) => releaseCredit(deps, tx, transaction_ids),
})

/** The credit operations for promotion kinds. */
export const promotionCreditOf = (deps: CreditDeps): PromotionCredit => ({
  use: (tx, input) => useCredit(deps, tx, input),
  preview: (input) => previewUse(deps, input),
  release: (tx, transaction_ids) => releaseCredit(deps, tx, transaction_ids),
})
