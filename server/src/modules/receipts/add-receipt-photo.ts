import { receiptPhotoLimit } from '@clube/contract/receipts/receipt-photo-calls.ts'
import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { InvalidInput, Refusal } from '../../kernel/refusal.ts'
import type { Limit } from '../limits/index.ts'
import { cleanPhoto, photoFaultMessages, sealPhoto, storePhoto } from '../photos/index.ts'
import type { ReceiptDeps } from './deps.ts'
import { receiptView, type Purchase } from './receipt.ts'
import { findPurchase, lockPurchase } from './receipt-store.ts'

/** What a photo of a receipt is stored for. */
const purpose = 'receipt'
/** Decoding pictures is dear: so many tries a day are more than anybody needs. */
const photosOfCustomer: Limit = { scope: 'receipt-photo', limit: 40, window_seconds: 24 * 3600 }

/**
 * Adds a photo to the person's own receipt that staff are going to look at. Cleaned and sealed before the transaction,
 * which only says to which receipt it belongs.
 * @throws {Refusal} receipts.unknown, receipts.photo-not-wanted, receipts.photo-limit, request.too-many
 * @throws {InvalidInput} under `photo` for what is no photo
 */
export const addReceiptPhoto = async (
  deps: ReceiptDeps,
  input: { customer_id: string; purchase_id: string; photo: Uint8Array },
): Promise<Receipt> => {
  const now = deps.clock()
  requireWanted(await findPurchase(deps.db, input.purchase_id), input.customer_id)
  if (!(await deps.limits.spend(photosOfCustomer, input.customer_id, now)))
    throw new Refusal('request.too-many')
  const clean = await cleanPhoto(input.photo)
  if (!clean.ok) throw new InvalidInput([{ path: 'photo', message: photoFaultMessages[clean.fault] }])
  const photo = await sealPhoto(deps.photos, clean.bytes)
  return inTransaction(deps.db, async (tx) => {
    // Held, so that neither a decision nor another photo comes between the question and the answer; then read anew, for
    // the statement that waited for the row still counts the photos of before it waited.
    await lockPurchase(tx, input.purchase_id)
    const { id } = requireWanted(await findPurchase(tx, input.purchase_id), input.customer_id)
    await storePhoto(tx, { photo, purpose, subject_id: id, now })
    return viewAfter(tx, id)
  })
}

const requireWanted = (purchase: Purchase | undefined, customer_id: string): Purchase => {
  if (purchase?.customer_id !== customer_id) throw new Refusal('receipts.unknown')
  if (purchase.state !== 'pending_review') throw new Refusal('receipts.photo-not-wanted')
  if (purchase.photos >= receiptPhotoLimit)
    throw new Refusal('receipts.photo-limit', { count: receiptPhotoLimit })
  return purchase
}

const viewAfter = async (db: Db, id: string): Promise<Receipt> => {
  const purchase = await findPurchase(db, id)
  if (!purchase) throw new Error('A receipt vanished in its own transaction')
  return receiptView(purchase)
}
