export { forgetNotesOn } from './adjustment-store.ts'
export type { PointsSource } from './ledger-store.ts'
export {
  earnPoints,
  expirePoints,
  restorePoints,
  spendPoints,
  takeBackPoints,
  type PointsChange,
} from './move-points.ts'
export { createHourlyProof, proveLedger } from './prove-ledger.ts'
export type { LedgerFault } from './proof-store.ts'
export type { PointsDeskDeps } from './points-desk.ts'
export { bindPoints } from './routes.ts'
export { bindPointsDesk } from './staff-routes.ts'
