export type { Campaign, ClosedRefusal } from './campaign.ts'
export { advanceCampaigns, consumeStock, returnStock } from './campaign-state-store.ts'
export {
  countInReview as countCampaignsInReview,
  findCampaignFacts,
  findCampaignRefusal,
  findIdsInSettings,
  listCampaignsOfKind,
  listFollowedVersions,
  listSpendCampaigns,
  type CampaignFacts,
} from './campaign-store.ts'
export { describeReason } from './eligibility.ts'
export { findIneligibilityReasons } from './find-ineligibility.ts'
export type { CampaignExtension } from './extension.ts'
export type { CampaignDeps, ReceiptUse, RegulationDeps } from './deps.ts'
export { eraseParticipations, expireTransactions, returnParticipations } from './end-transaction.ts'
export {
  executeEachOnce,
  executeOnce,
  failureRefusal,
  type Attempt,
  type WorkResult,
  type FreshAttempt,
  type Outcome,
} from './execute-once.ts'
export {
  hasValidVouchers,
  releaseInPromotions,
  listPromotionSubjects,
  listVouchersOf,
  promotionDataAccesses,
  readOwnPromotionData,
} from './every-promotion.ts'
export {
  createOutcomeSaga,
  inquiryPauseSeconds,
  type ExternalOutcome,
  type OutcomeAnswer,
  type OutcomeSaga,
  type SettledOutcome,
  type SettlingTransaction,
} from './external-outcome.ts'
export { findResendable } from './find-resendable.ts'
export { countDeskInquiries, findInquiries, listDeskInquiries, type Inquiry } from './inquiry-store.ts'
export { findParticipationOf, listTransactions } from './list-transactions.ts'
export {
  beginEachProcessing,
  beginProcessing,
  previewProcessing,
  settle,
  type ProcessingStart,
  type Settlement,
} from './process-transaction.ts'
export {
  implementedPromotions,
  readSettings,
  settingsErrorsOf,
  type CustomerNotice,
  type AccountDeletion,
  type ParticipationOutcome,
  type Promotion,
  type PromotionDeps,
  type PromotionCredit,
  type PromotionPoints,
  type Promotions,
} from './promotion.ts'
export { createOutcomeNotices, outcomeDelaySeconds } from './outcome-notices.ts'
export type { KindResults } from './results.ts'
export type { HourlyCount } from './results-store.ts'
export { bindRegulationChanges } from './regulation-routes.ts'
export { bindCampaigns } from './routes.ts'
export { startTransaction, startTransactionIn, type StartInput } from './start-transaction.ts'
export {
  campaignMessages,
  resumeRegulationNotices,
  registerRegulationNotices,
} from './notify-regulation-change.ts'
export { protocolOf, type Transaction } from './transaction.ts'
export {
  findOwnerOfProtocol,
  findTransactions,
  hasParticipations,
  listStoredResponses,
  listWaiting as listWaitingTransactions,
  lockTransactions,
  type StoredResponse,
} from './transaction-store.ts'
export { createVoucherCode, shortCodeOf, voucherCodesOf, type CodeAtRest } from './voucher-code.ts'
export { oldestUndoable, type DeskMember } from './desk-member.ts'
export { signaturesOf } from './signature-at-rest.ts'
export { noCredit, noPoints, noPurchases } from './no-purchases.ts'
export { seedCampaign, type CampaignSeed } from './seed-campaign.ts'
export { countProposed as countProposedRegulations } from './regulation-store.ts'
