import { openReceiptPhotoCall } from '@clube/contract/receipts/receipt-photo-calls.ts'
import { formatDateTime } from '@clube/contract/kernel/club-time.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf, refuseRequest } from '../../kernel/refusal.ts'
import { grantPhotoView, openPhoto, consumePhotoView } from '../photos/index.ts'
import type { ReceiptDeps } from './deps.ts'
import { findPurchase } from './receipt-store.ts'

const refuse = refusalsOf(openReceiptPhotoCall)

type Viewer = { staff_id: string; name: string }

/**
 * Grants one view of a receipt photo.
 * @throws {Refusal} receipts.unknown, receipts.photo-gone
 */
export const grantReceiptPhotoView = async (
  deps: ReceiptDeps,
  input: { purchase_id: string; photo_id: string; viewer: Viewer },
): Promise<{ view_token: string; expires_at: Date }> => {
  const { purchase_id: subject_id, photo_id } = input
  if (!(await findPurchase(deps.db, subject_id))) throw refuse('receipts.unknown')
  const { staff_id } = input.viewer
  const granted = await grantPhotoView(deps.db, { photo_id, subject_id, staff_id, now: deps.clock() })
  if (!granted) throw refuse('receipts.photo-gone')
  return granted
}

/**
 * Consumes a granted view: one photo, one audit line, written before the photo is opened.
 * @returns a JPEG watermarked with viewer and time
 * @throws {Refusal} request.not-found when the view is used, expired, or granted for another staff member or subject
 */
export const viewReceiptPhoto = async (
  deps: ReceiptDeps,
  input: { view_token: string; viewer: Viewer },
): Promise<Buffer> => {
  const now = deps.clock()
  const { staff_id, name } = input.viewer
  const view = await inTransaction(deps.db, async (tx) => {
    const granted = await consumePhotoView(tx, { view_token: input.view_token, staff_id, now })
    // Views of photos of other subjects are not accepted here.
    const purchase = granted && (await findPurchase(tx, granted.subject_id))
    if (!granted || !purchase) throw refuseRequest('request.not-found')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'receipts.view-photo',
      subject: { kind: 'purchase', id: purchase.id },
      sentence: 'Viu a foto de uma nota fiscal.',
    })
    return granted
  })
  const { photo_id: id, subject_id } = view
  const bytes = await openPhoto({ ...deps.photos, db: deps.db }, { id, subject_id })
  if (!bytes) throw refuseRequest('request.not-found')
  return deps.photos.decoder.watermark(bytes, `${name} ${formatDateTime(now, deps.time_zone)}`)
}
