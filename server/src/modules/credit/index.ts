export type { CreditCampaign, CreditReceipt } from './credit.ts'
export type { CreditDeps } from './deps.ts'
export {
  grantCredit,
  hasUnusedCredit,
  releaseCredit,
  revokeCredit,
  useCredit,
  type CreditUse,
} from './move-credit.ts'
export { createCreditProof } from './prove-credit.ts'
export { describeUses } from './read-progress.ts'
export { bindCredit } from './routes.ts'
