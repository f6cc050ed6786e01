export {
  anonymiseAccounts,
  reportDeletions,
  type AnonymiseOutcome,
  type DeletionReport,
} from './anonymise-accounts.ts'
export type { AccountToErase, PrivacyDeps } from './deps.ts'
export { bindPrivacy } from './routes.ts'
export { bindPrivacyDesk } from './staff-routes.ts'
