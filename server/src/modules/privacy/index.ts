export {
  anonymizeAccounts,
  reportDeletions,
  type AnonymizeOutcome,
  type DeletionReport,
} from './anonymize-accounts.ts'
export type { AccountToErase, PrivacyDeps } from './deps.ts'
export { bindPrivacy } from './routes.ts'
export { bindPrivacyDesk } from './staff-routes.ts'
