import { receiptPhotoLimit, addReceiptPhotoCall } from '@clube/contract/receipts/receipt-photo-calls.ts'
import type { FormFile } from '@clube/contract/kernel/file.ts'
import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { InvalidInput, refusalsOf } from '../../kernel/refusal.ts'
import { countPhotosOf, photoErrorMessages, sealPhoto, storePhoto } from '../photos/index.ts'
import { requireAccess, type Actor } from '../sessions/index.ts'
import type { ReceiptDeps } from './deps.ts'
import { receiptView, type Purchase } from './receipt.ts'
import { findPurchase, lockPurchase, savePhotoRequest } from './receipt-store.ts'

const refuse = refusalsOf(addReceiptPhotoCall)

/** The purpose of receipt photos. */
const purpose = 'receipt'

/**
 * Checks that a receipt photo may be uploaded, before its body is received. Every attempt counts, separately for
 * passwordless sessions.
 * @throws {Refusal} as `addReceiptPhoto`, and request.rate-limited
 */
export const admitReceiptPhoto = async (
  deps: ReceiptDeps,
  input: Actor & { purchase_id: string },
): Promise<void> => {
  await requireUploadAllowed(deps.db, input)
  const { customer_id, identified_session_id } = input
  const key = identified_session_id === null ? customer_id : `${customer_id} identified`
  const isAllowed = await deps.limits.spend('receipt-photos', key, deps.clock())
  if (!isAllowed) throw refuse('request.rate-limited')
}

/**
 * Adds a photo to the customer's own receipt awaiting review. It is cleaned and sealed before the transaction,
 * which only links it to the receipt.
 * @throws {Refusal} receipts.unknown, receipts.photo-not-needed, receipts.photo-limit, session.password-required
 * @throws {InvalidInput} under `photo` for an invalid photo
 */
export const addReceiptPhoto = async (
  deps: ReceiptDeps,
  input: Actor & { purchase_id: string; photo: FormFile },
): Promise<Receipt> => {
  const now = deps.clock()
  const clean = await deps.photos.decoder.clean(input.photo)
  if (!clean.ok) throw new InvalidInput([{ path: 'photo', message: photoErrorMessages[clean.error] }])
  const photo = await sealPhoto(deps.photos, clean.bytes)
  return inTransaction(deps.db, async (tx) => {
    // Locked before reading, so that neither a decision nor another photo can intervene between check and insert.
    await lockPurchase(tx, input.purchase_id)
    const { id } = await requireUploadAllowed(tx, input)
    await storePhoto(tx, { photo, purpose, subject_id: id, now })
    await savePhotoRequest(tx, { id, requested_at: null })
    return viewAfter(deps, tx, input)
  })
}

const requireUploadAllowed = async (db: Db, actor: Actor & { purchase_id: string }): Promise<Purchase> => {
  const purchase = await findPurchase(db, actor.purchase_id)
  if (purchase?.customer_id !== actor.customer_id) throw refuse('receipts.unknown')
  requireAccess(purchase, actor)
  if (purchase.state !== 'pending_review') throw refuse('receipts.photo-not-needed')
  if ((await photoCountOf(db, actor.purchase_id)) >= receiptPhotoLimit)
    throw refuse('receipts.photo-limit', { count: receiptPhotoLimit })
  return purchase
}

const photoCountOf = async (db: Db, purchase_id: string): Promise<number> =>
  (await countPhotosOf(db, [purchase_id])).get(purchase_id) ?? 0

const viewAfter = async (
  { rules }: ReceiptDeps,
  db: Db,
  actor: Actor & { purchase_id: string },
): Promise<Receipt> => {
  const purchase = await findPurchase(db, actor.purchase_id)
  if (!purchase) throw new Error('The receipt was not found in its own transaction')
  return receiptView(rules, purchase, { actor, photos: await photoCountOf(db, purchase.id) })
}
