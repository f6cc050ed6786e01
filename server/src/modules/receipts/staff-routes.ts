import { formatDocument } from '@clube/contract/brazil/document.ts'
import { parseReceiptKey, receiptModels } from '@clube/contract/brazil/receipt-key.ts'
import {
  approveReceiptCall,
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
import { documentLabel } from '../identity/index.ts'
import { approveReceipt, rejectReceipt, reverseReceipt } from './decide-receipt.ts'
import type { ReceiptDeps } from './deps.ts'
import { listAnomalies, listQueue, pageSize, type QueuedPurchase } from './receipt-store.ts'
import { importShops, saveShop, shopView } from './shops.ts'
import { listShops } from './shop-store.ts'

const anomalyWindowMs = 30 * 24 * 3_600_000

/** Serves the desk *Notas* and the list of shops. */
export const bindStaffReceipts = (binder: Binder, deps: ReceiptDeps): void => {
  bindCall(binder, receiptQueueCall, async ({ query }) => {
    const rows = await listQueue(deps.db, query.cursor ?? null)
    const page = rows.slice(0, pageSize)
    return {
      data: page.map((row) => reviewedView(deps, row)),
      next_cursor: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
    }
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
  bindShops(binder, deps)
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

const reviewedView = (deps: ReceiptDeps, row: QueuedPurchase): ReviewedReceipt => {
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
    customer_document_masked: masked(row.document_type, deps.vault.open(documentLabel, row.document_sealed)),
    state: row.state,
    doubts: row.doubts,
    appeal: row.appeal,
    created_at: row.created_at.toISOString(),
  }
}

/** The middle of the number tells two people apart; it does not tell who they are. */
const masked = (document_type: 'cpf' | 'cnpj', document_id: string): string =>
  formatDocument({ document_type, document_id: `***${document_id.slice(3, -2)}**` }).replace(
    /[^*.\-/0-9A-Z]/g,
    '',
  )
