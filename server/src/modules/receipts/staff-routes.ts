import { maskDocument } from '@clube/contract/brazil/masked-document.ts'
import { parseReceiptKey, receiptModels } from '@clube/contract/brazil/receipt-key.ts'
import { rolesAllow } from '@clube/contract/kernel/permissions.ts'
import { openReceiptPhotoCall, receiptPhotoLookPath } from '@clube/contract/receipts/receipt-photo-calls.ts'
import {
  approveReceiptCall,
  findReceiptCall,
  importShopsCall,
  listShopsCall,
  receiptAnomaliesCall,
  receiptQueueCall,
  rejectReceiptCall,
  reverseReceiptCall,
  saveShopCall,
  type ReviewedReceipt,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { Cookies } from '../../http/context.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { documentLabel } from '../identity/index.ts'
import { listPhotosOf, type PhotoFacts } from '../photos/index.ts'
import { approveReceipt, rejectReceipt, reverseReceipt } from './decide-receipt.ts'
import type { ReceiptDeps } from './deps.ts'
import { readKey } from './register-receipt.ts'
import { findReviewed, listAnomalies, listQueue, pageSize, type QueuedPurchase } from './receipt-store.ts'
import { grantReceiptLook, lookAtReceiptPhoto } from './look-at-receipt-photo.ts'
import { importShops, saveShop, shopView } from './shops.ts'
import { listShops } from './shop-store.ts'

const anomalyWindowMs = 30 * 24 * 3_600_000

/** Serves the desk *Notas* and the list of shops. */
export const bindStaffReceipts = (binder: Binder, deps: ReceiptDeps): void => {
  bindCall(binder, receiptQueueCall, async ({ query }) => {
    const rows = await listQueue(deps.db, query.cursor ?? null)
    const page = rows.slice(0, pageSize)
    const photos = await listPhotosOf(
      deps.db,
      page.map(({ id }) => id),
    )
    return {
      data: page.map((row) => reviewedView(deps, row, photos.get(row.id) ?? [])),
      next_cursor: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
    }
  })
  bindCall(binder, findReceiptCall, async ({ body }) => {
    const { key } = readKey(body.receipt_key)
    const row = await findReviewed(deps.db, key)
    if (!row) return { data: { receipt: null } }
    const photos = await listPhotosOf(deps.db, [row.id])
    return { data: { receipt: reviewedView(deps, row, photos.get(row.id) ?? []) } }
  })
  bindCall(binder, approveReceiptCall, async ({ body, staff }) => ({
    data: { state: await approveReceipt(deps, { ...body, staff_id: staff.staff_id }) },
  }))
  bindCall(binder, rejectReceiptCall, async ({ body, staff }) => ({
    data: { state: await rejectReceipt(deps, { ...body, staff_id: staff.staff_id }) },
  }))
  bindCall(binder, reverseReceiptCall, async ({ body, staff }) => ({
    data: { state: await reverseReceipt(deps, { ...body, staff_id: staff.staff_id }) },
  }))
  bindCall(binder, receiptAnomaliesCall, async () => ({
    data: await listAnomalies(deps.db, new Date(deps.clock().getTime() - anomalyWindowMs)),
  }))
  bindReceiptPhotos(binder, deps)
  bindShops(binder, deps)
}

const bindReceiptPhotos = (binder: Binder, deps: ReceiptDeps): void => {
  bindCall(binder, openReceiptPhotoCall, async ({ body, staff }) => {
    const { look_token, expires_at } = await grantReceiptLook(deps, { ...body, by: staff })
    const url = receiptPhotoLookPath.replace(':look_token', look_token)
    return { data: { url, expires_at: expires_at.toISOString() } }
  })

  // A picture is no envelope: not bound as a call, but behind the same guard.
  binder.app.get<{ Params: { look_token: string } }>(
    receiptPhotoLookPath,
    { schema: { hide: true } },
    async (request, reply) => {
      const token = new Cookies(request, reply, binder.secureCookies).staffToken
      const staff = token ? await binder.guards.findStaffSession(token) : null
      if (!staff) throw new Refusal('session.required')
      if (!rolesAllow(staff.roles, 'receipts.review')) throw new Refusal('session.not-allowed')
      const { look_token } = request.params
      const picture = await lookAtReceiptPhoto(deps, { look_token, by: staff })
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', 'inline')
        .type('image/jpeg')
        .send(picture)
    },
  )
}

const bindShops = (binder: Binder, deps: ReceiptDeps): void => {
  bindCall(binder, listShopsCall, async ({ query }) => {
    const rows = await listShops(deps.db, { text: query.text ?? '', cursor: query.cursor ?? null })
    const page = rows.slice(0, pageSize)
    return {
      data: page.map(shopView),
      next_cursor: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
    }
  })
  bindCall(binder, saveShopCall, async ({ body, staff }) => ({
    data: await saveShop(deps, { ...body, staff_id: staff.staff_id }),
  }))
  bindCall(binder, importShopsCall, async ({ body, staff }) => ({
    data: await importShops(deps, { ...body, staff_id: staff.staff_id }),
  }))
}

const reviewedView = (
  deps: ReceiptDeps,
  row: QueuedPurchase,
  photos: readonly PhotoFacts[],
): ReviewedReceipt => {
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
    customer_document_masked: maskDocument({
      document_type: row.document_type,
      document_id: deps.vault.open(documentLabel, row.document_sealed),
    }),
    state: row.state,
    doubts: row.doubts,
    appeal: row.appeal,
    photos: photos.map(({ id, purged_at }) => ({ id, is_purged: purged_at !== null })),
    created_at: row.created_at.toISOString(),
  }
}
