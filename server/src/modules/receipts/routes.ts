import {
  appealReceiptCall,
  listReceiptsCall,
  registerReceiptCall,
} from '@clube/contract/receipts/receipt-calls.ts'
import { listParticipatingShopsCall } from '@clube/contract/receipts/shop-calls.ts'
import { pageOf } from '../../kernel/page.ts'
import { addReceiptPhotoCall } from '@clube/contract/receipts/receipt-photo-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { bindForEveryone } from '../../http/bind-shared.ts'
import { countPhotosOf } from '../photos/index.ts'
import { addReceiptPhoto, admitReceiptPhoto } from './add-receipt-photo.ts'
import { appealReceipt } from './decide-receipt.ts'
import { actorOf } from '../sessions/index.ts'
import type { ReceiptDeps } from './deps.ts'
import { receiptView } from './receipt.ts'
import { listAccessible, listConflicting, pageSize } from './receipt-store.ts'
import { registerReceipt } from './register-receipt.ts'
import { listParticipatingShops } from './shops.ts'
import { bindStaffReceipts } from './staff-routes.ts'

/** Binds the receipt calls of customers and staff. */
export const bindReceipts = (binder: Binder, deps: ReceiptDeps): void => {
  bindCall(binder, registerReceiptCall, async ({ body, session, cookies }) => {
    const service_channel = body.service_channel ?? 'site'
    const { deviceId: device_id } = cookies
    return { data: await registerReceipt(deps, { ...body, ...actorOf(session), service_channel, device_id }) }
  })

  bindForEveryone(binder, listParticipatingShopsCall, () => listParticipatingShops(deps.db))

  bindCall(binder, listReceiptsCall, async ({ query, session }) => {
    const actor = actorOf(session)
    const rows = await listAccessible(deps.db, { ...actor, cursor: query.cursor ?? null })
    const { page, next_cursor } = pageOf(rows, pageSize, ({ id }) => id)
    const photos = await countPhotosOf(
      deps.db,
      page.map(({ id }) => id),
    )
    const rejected = page.filter(({ state }) => state === 'rejected')
    const others = await listConflicting(
      deps.db,
      rejected.map(({ receipt_key }) => receipt_key),
    )
    const data = page.map((purchase) =>
      receiptView(deps.rules, purchase, { actor, photos: photos.get(purchase.id) ?? 0, others }),
    )
    return { data, next_cursor }
  })

  bindCall(
    binder,
    addReceiptPhotoCall,
    async ({ body, session }) => ({
      data: await addReceiptPhoto(deps, { ...body, ...actorOf(session) }),
      message: 'Foto recebida.',
    }),
    ({ body, session }) => admitReceiptPhoto(deps, { ...body, ...actorOf(session) }),
  )

  bindCall(binder, appealReceiptCall, async ({ body, session }) => ({
    data: await appealReceipt(deps, { ...body, ...actorOf(session) }),
    message: 'Pedido enviado. Vamos olhar a sua nota de novo.',
  }))

  bindStaffReceipts(binder, deps)
}
