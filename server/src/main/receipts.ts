import type { ReceiptDeps } from '../modules/receipts/index.ts'
import type { Ground } from './ground.ts'
import { pointsOfReceipts } from './points-of-receipts.ts'

/** What receipts work with. */
export const receiptDepsOf = ({ db, clock, vault, audit, configuration }: Ground): ReceiptDeps => ({
  db,
  clock,
  vault,
  audit,
  points: pointsOfReceipts,
  rules: configuration.receipts,
})
