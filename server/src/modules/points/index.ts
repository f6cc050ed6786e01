export { eraseNotesOn } from './adjustment-store.ts'
export { deleteIdentifiedSpending, findCredits, readBalance, type PointsSource } from './ledger-store.ts'
export { sumGranted } from './granted-store.ts'
export { expirePoints } from './expire-points.ts'
export {
  earnEachPoints,
  earnPoints,
  spendPoints,
  type PointsChange,
  type SpendingRules,
} from './move-points.ts'
export { notifyOfExpiringPoints } from './notify-of-expiry.ts'
export { createLedgerProof, proveLedger } from './prove-ledger.ts'
export type { PointsDeskDeps } from './points-desk.ts'
export { readPoints, readSpendablePoints, readStatement } from './read-points.ts'
export { bindPoints } from './routes.ts'
export { bindPointsDesk } from './staff-routes.ts'
export { transferDebt } from './transfer-debt.ts'
export { restorePoints, reverseEarnedPoints } from './undo-points.ts'
