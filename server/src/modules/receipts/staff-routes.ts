import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { pageOf } from '../../kernel/page.ts'
import { parseReceiptKey, receiptModels } from '@clube/contract/brazil/receipt-key.ts'
import { importShopsCall, previewShopImportCall } from '@clube/contract/receipts/shop-import-calls.ts'
import { openReceiptPhotoCall, receiptPhotoFile } from '@clube/contract/receipts/receipt-photo-calls.ts'
import {
  approveReceiptCall,
  findReceiptCall,
  listEarlierReceiptsCall,
  listShopsCall,
  openReceiptCall,
  receiptAnomaliesCall,
  receiptQueueCall,
  rejectReceiptCall,
  requestReceiptPhotoCall,
  reverseReceiptCall,
  saveShopCall,
  type EarlierReceipt,
  type ReviewedReceipt,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { createSharedReads } from '../../db/shared-read.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { bindFile } from '../../http/bind-file.ts'
import { findPeople, maskedDocumentOf, type PersonFacts } from '../identity/index.ts'
import { listPhotosOf, type PhotoFacts } from '../photos/index.ts'
import { listEarlierReceipts, requestReceiptPhoto } from './check-receipt.ts'
import { approveReceipt, rejectReceipt, reverseReceipt } from './decide-receipt.ts'
import type { ReceiptDeps } from './deps.ts'
import { openReceipt, readOpenedBy } from './open-receipt.ts'
import { findRejectorToExclude } from './own-rejection.ts'
import type { Purchase } from './receipt.ts'
import { readKey } from './register-receipt.ts'
import { findReviewed, listAnomalies, listQueue, pageSize, type QueuedPurchase } from './receipt-store.ts'
import { registerAtDesk } from './register-at-desk.ts'
import { grantReceiptPhotoView, viewReceiptPhoto } from './view-receipt-photo.ts'
import { importShops, previewShopImport } from './import-shops.ts'
import { saveShop, shopView } from './shops.ts'
import { listShops } from './shop-store.ts'

const anomalyWindowMs = 30 * 24 * 3_600_000
/** The list of shops reads every receipt of the window. */
const anomaliesMaxAgeMs = 60_000

/** Binds the calls of the desk *Notas* and of the list of shops. */
export const bindStaffReceipts = (binder: Binder, deps: ReceiptDeps): void => {
  const anomalies = createSharedReads({ clock: deps.clock, maxAgeMs: anomaliesMaxAgeMs, maxReads: 1 })
  bindCall(binder, receiptQueueCall, async ({ query, staff }) => {
    const rows = await listQueue(deps.db, query.cursor ?? null)
    const { page, next_cursor } = pageOf(rows, pageSize, ({ id }) => id)
    return {
      data: await viewReviewed(deps, page, staff.staff_id),
      next_cursor,
    }
  })
  bindCall(binder, findReceiptCall, async ({ body, staff }) => {
    const { key } = readKey(body.receipt_key)
    const row = await findReviewed(deps.db, key)
    const [receipt] = await viewReviewed(deps, row ? [row] : [], staff.staff_id)
    return { data: { receipt: receipt ?? null } }
  })
  bindCall(binder, openReceiptCall, async ({ body, staff }) => ({
    data: await openReceipt(deps, { ...body, staff_id: staff.staff_id }),
  }))
  bindCall(binder, registerAtDeskCall, async ({ body, staff }) => ({
    data: await registerAtDesk(deps, { ...body, staff_id: staff.staff_id }),
  }))
  bindCall(binder, approveReceiptCall, async ({ body, staff }) => ({
    data: { state: await approveReceipt(deps, { ...body, staff_id: staff.staff_id }) },
  }))
  bindCall(binder, rejectReceiptCall, async ({ body, staff }) => ({
    data: { state: await rejectReceipt(deps, { ...body, staff_id: staff.staff_id }) },
  }))
  bindCall(binder, requestReceiptPhotoCall, async ({ body, staff }) => {
    const requested_at = await requestReceiptPhoto(deps, { ...body, staff_id: staff.staff_id })
    return { data: { photo_requested_at: requested_at.toISOString() }, message: 'Foto pedida ao cliente.' }
  })
  bindCall(binder, listEarlierReceiptsCall, async ({ body, staff }) => ({
    data: (await listEarlierReceipts(deps, { ...body, staff_id: staff.staff_id })).map(earlierView),
  }))
  bindCall(binder, reverseReceiptCall, async ({ body, staff }) => ({
    data: { state: await reverseReceipt(deps, { ...body, staff_id: staff.staff_id }) },
  }))
  bindCall(binder, receiptAnomaliesCall, async () => ({
    data: await anomalies.share('all', () =>
      listAnomalies(deps.db, new Date(deps.clock().getTime() - anomalyWindowMs)),
    ),
  }))
  bindReceiptPhotos(binder, deps)
  bindShops(binder, deps)
}

const bindReceiptPhotos = (binder: Binder, deps: ReceiptDeps): void => {
  bindCall(binder, openReceiptPhotoCall, async ({ body, staff }) => {
    const { view_token, expires_at } = await grantReceiptPhotoView(deps, { ...body, viewer: staff })
    const url = filePath(receiptPhotoFile, { view_token })
    return { data: { url, expires_at: expires_at.toISOString() } }
  })

  bindFile(binder, receiptPhotoFile, ({ params, staff }) =>
    viewReceiptPhoto(deps, { ...params, viewer: staff }),
  )
}

const bindShops = (binder: Binder, deps: ReceiptDeps): void => {
  bindCall(binder, listShopsCall, async ({ query }) => {
    const rows = await listShops(deps.db, { text: query.text ?? '', cursor: query.cursor ?? null })
    const { page, next_cursor } = pageOf(rows, pageSize, ({ id }) => id)
    return {
      data: page.map(shopView),
      next_cursor,
    }
  })
  bindCall(binder, saveShopCall, async ({ body, staff }) => ({
    data: await saveShop(deps, { ...body, staff_id: staff.staff_id }),
  }))
  bindCall(binder, previewShopImportCall, async ({ body }) => ({
    data: await previewShopImport(deps, body),
  }))
  bindCall(binder, importShopsCall, async ({ body, staff }) => ({
    data: await importShops(deps, { ...body, staff_id: staff.staff_id }),
  }))
}

const viewReviewed = async (
  deps: ReceiptDeps,
  rows: readonly QueuedPurchase[],
  /** The reader. */
  staff_id: string,
): Promise<ReviewedReceipt[]> => {
  const ids = rows.map(({ id }) => id)
  const photos = await listPhotosOf(deps.db, ids)
  const openedBy = await readOpenedBy(deps, deps.db, { ids, staff_id })
  const excluded = await findRejectorToExclude(deps, deps.db, staff_id)
  const people = await findPeople(
    deps.db,
    rows.map(({ customer_id }) => customer_id),
  )
  const staff_ids = rows.flatMap(({ changed_by, appealed_decided_by }) => [changed_by, appealed_decided_by])
  const names = await deps.namesOfStaff(
    deps.db,
    staff_ids.filter((id) => id !== null),
  )
  return rows.map((row) => {
    const person = people.get(row.customer_id)
    if (!person) throw new Error('The receipt has no customer')
    return {
      ...reviewedView(deps, row, { person, photos: photos.get(row.id) ?? [], names }),
      is_own_rejection: excluded !== null && row.appealed_decided_by === excluded,
      opened_by: openedBy.get(row.id) ?? null,
    }
  })
}

const earlierView = (row: Purchase): EarlierReceipt => ({
  purchase_id: row.id,
  shop_name: row.shop_name,
  amount_cents: row.amount_cents,
  issued_on: row.issued_on,
  state: row.state,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
})

type StaffNames = Awaited<ReturnType<ReceiptDeps['namesOfStaff']>>

const reviewedView = (
  deps: ReceiptDeps,
  row: QueuedPurchase,
  { person, photos, names }: { person: PersonFacts; photos: readonly PhotoFacts[]; names: StaffNames },
): Omit<ReviewedReceipt, 'is_own_rejection' | 'opened_by'> => {
  const nameOf = (staff_id: string | null) => names.get(staff_id ?? '')?.name ?? null
  const facts = parseReceiptKey(row.receipt_key)
  return {
    purchase_id: row.id,
    receipt_key: row.receipt_key,
    model: facts.ok ? receiptModels[facts.value.model] : '',
    number: facts.ok ? String(Number(facts.value.number)) : '',
    shop_name: row.shop_name,
    shop_cnpj: row.shop_cnpj,
    amount_cents: row.amount_cents,
    issued_on: row.issued_on,
    customer_id: row.customer_id,
    customer_document_masked: maskedDocumentOf(deps.vault, person),
    state: row.state,
    review_reasons: row.review_reasons,
    appeal: row.appeal,
    appealed_at: row.appealed_at?.toISOString() ?? null,
    appealed:
      row.appealed_reason === null || row.appealed_decided_at === null
        ? null
        : {
            reason: row.appealed_reason,
            decided_at: row.appealed_decided_at.toISOString(),
            decided_by: nameOf(row.appealed_decided_by),
          },
    stated:
      row.stated_amount_cents === null || row.stated_on === null
        ? null
        : {
            amount_cents: row.stated_amount_cents,
            issued_on: row.stated_on,
            changed_by: nameOf(row.changed_by),
          },
    consultation_url: row.consultation_url,
    photo_requested_at: row.photo_requested_at?.toISOString() ?? null,
    photos: photos.map(({ id, purged_at }) => ({ id, is_purged: purged_at !== null })),
    created_at: row.created_at.toISOString(),
  }
}
