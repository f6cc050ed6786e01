export type { Campaign } from './campaign.ts'
export { advanceCampaigns, returnStock, takeStock } from './campaign-store.ts'
export type { CampaignDeps, PurchaseBook } from './deps.ts'
export { eraseParticipations, expireTransactions } from './end-transaction.ts'
export {
  executeEachOnce,
  executeOnce,
  type Attempt,
  type Done,
  type Fresh,
  type Outcome,
} from './execute-once.ts'
export { beginProcessing, settle, type Begun, type Settlement } from './process-transaction.ts'
export type { Promotion, Promotions } from './promotion.ts'
export { bindCampaigns } from './routes.ts'
export { startTransaction, type StartInput } from './start-transaction.ts'
export type { Transaction } from './transaction.ts'
export { listWaiting as listWaitingTransactions } from './transaction-store.ts'
export { noPurchases } from './no-purchases.ts'
export { seedCampaign, type CampaignSeed } from './seed-campaign.ts'
