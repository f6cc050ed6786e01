import type { ReceiptDeps } from '../modules/receipts/index.ts'
import type { PhotoStore } from '../ports/photo-store.ts'
import type { Ground } from './ground.ts'
import { pointsOfReceipts } from './points-of-receipts.ts'

/** What receipts work with. */
export const receiptDepsOf = (ground: Ground, photoStore: PhotoStore): ReceiptDeps => ({
  db: ground.db,
  clock: ground.clock,
  vault: ground.vault,
  audit: ground.audit,
  limits: ground.limits,
  photos: { store: photoStore, key: ground.vault.derive('photos') },
  points: pointsOfReceipts,
  rules: ground.configuration.receipts,
})
