import { receiptPhotoLimit } from '@clube/contract/receipts/receipt-photo-calls.ts'
import {
  listEarlierReceiptsCall,
  requestReceiptPhotoCall,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { listPhotosOf } from '../photos/index.ts'
import { findOutcome } from './decide-receipt.ts'
import type { ReceiptDeps } from './deps.ts'
import type { Purchase } from './receipt.ts'
import { findPurchase, listEarlier, lockPurchase, savePhotoRequest } from './receipt-store.ts'

const earlierLimit = 10

/** A receipt and the staff member who checks it. */
type Check = { purchase_id: string; staff_id: string }

/**
 * Requests a photo of a receipt under review from its customer. Another one can be requested once a photo has arrived.
 * @throws {Refusal} receipts.unknown, receipts.already-decided, receipts.photo-already-requested,
 *   receipts.photo-limit-reached
 */
export const requestReceiptPhoto = (deps: ReceiptDeps, input: Check): Promise<Date> =>
  inTransaction(deps.db, async (tx) => {
    const refuse = refusalsOf(requestReceiptPhotoCall)
    const now = deps.clock()
    const purchase = await lockPurchase(tx, input.purchase_id)
    if (!purchase) throw refuse('receipts.unknown')
    if (purchase.state !== 'pending_review')
      throw refuse('receipts.already-decided', { outcome: await findOutcome(deps, tx, purchase) })
    const { id } = purchase
    const photos = (await listPhotosOf(tx, [id])).get(id) ?? []
    if (photos.length >= receiptPhotoLimit) throw refuse('receipts.photo-limit-reached')
    if (purchase.photo_requested_at !== null) throw refuse('receipts.photo-already-requested')
    await savePhotoRequest(tx, { id, requested_at: now })
    const { customer_id, shop_name, issued_on } = purchase
    const content = { template: 'receipt-photo-requested', shop_name, issued_on } as const
    await deps.notify(tx, { customer_id, content })
    await deps.audit(tx, {
      actor: { kind: 'staff', id: input.staff_id },
      action: 'receipts.request-photo',
      subject: { kind: 'purchase', id },
      sentence: 'Pediu ao cliente uma foto de uma nota fiscal.',
    })
    return now
  })

/**
 * The last receipts that the customer of a receipt registered before it; reading them is audited.
 * @throws {Refusal} receipts.unknown
 */
export const listEarlierReceipts = (deps: ReceiptDeps, input: Check): Promise<Purchase[]> =>
  inTransaction(deps.db, async (tx) => {
    const purchase = await findPurchase(tx, input.purchase_id)
    if (!purchase) throw refusalsOf(listEarlierReceiptsCall)('receipts.unknown')
    const { id: before, customer_id } = purchase
    await deps.audit(tx, {
      actor: { kind: 'staff', id: input.staff_id },
      action: 'receipts.list-earlier',
      subject: { kind: 'purchase', id: before },
      sentence: 'Consultou as notas anteriores do cliente de uma nota fiscal.',
    })
    return listEarlier(tx, { customer_id, before, limit: earlierLimit })
  })
