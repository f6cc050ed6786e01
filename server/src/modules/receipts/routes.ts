import {
  appealReceiptCall,
  listReceiptsCall,
  registerReceiptCall,
} from '@clube/contract/receipts/receipt-calls.ts'
import { addReceiptPhotoCall } from '@clube/contract/receipts/receipt-photo-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { addReceiptPhoto } from './add-receipt-photo.ts'
import { appealReceipt } from './decide-receipt.ts'
import type { ReceiptDeps } from './deps.ts'
import { receiptView } from './receipt.ts'
import { listOfCustomer, pageSize } from './receipt-store.ts'
import { registerReceipt } from './register-receipt.ts'
import { bindStaffReceipts } from './staff-routes.ts'

/** Serves receipts to their owners, and the desk to staff. */
export const bindReceipts = (binder: Binder, deps: ReceiptDeps): void => {
  bindCall(binder, registerReceiptCall, async ({ body, session }) => {
    const { customer_id } = session
    const service_channel = body.service_channel ?? 'site'
    return { data: await registerReceipt(deps, { ...body, customer_id, service_channel }) }
  })

  bindCall(binder, listReceiptsCall, async ({ query, session }) => {
    const { customer_id } = session
    const rows = await listOfCustomer(deps.db, { customer_id, cursor: query.cursor ?? null })
    const page = rows.slice(0, pageSize)
    return {
      data: page.map(receiptView),
      next_cursor: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
    }
  })

  bindCall(binder, addReceiptPhotoCall, async ({ body, session }) => ({
    data: await addReceiptPhoto(deps, { ...body, customer_id: session.customer_id }),
    message: 'Foto recebida.',
  }))

  bindCall(binder, appealReceiptCall, async ({ body, session }) => ({
    data: await appealReceipt(deps, { ...body, customer_id: session.customer_id }),
    message: 'Pedido enviado. Vamos olhar a sua nota de novo.',
  }))

  bindStaffReceipts(binder, deps)
}
