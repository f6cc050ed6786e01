import {
  deliverGiftCall,
  findVouchersCall,
  listDeliveriesCall,
  listDeskPointsCall,
  printAtDeskCall,
  readDeskVoucherCall,
  readSignatureCall,
  undoDeliveryCall,
} from '@clube/contract/free-gifts/desk-calls.ts'
import {
  callNextCall,
  joinQueueAtDeskCall,
  joinQueueCall,
  listQueueCall,
  markAbsentCall,
} from '@clube/contract/free-gifts/queue-calls.ts'
import { bindCall, type Binder } from '../../../http/bind.ts'
import { readDocument } from '../../identity/index.ts'
import { actorOf } from '../../sessions/index.ts'
import type { FreeGiftDeps, PersonSearch } from '../deps.ts'
import { callNext, createListQueue, markAbsent } from './call-numbers.ts'
import { deliverGift } from './deliver-gift.ts'
import { findVouchersOfPerson } from './find-vouchers.ts'
import { joinQueue, joinQueueAtDesk } from './join-queue.ts'
import { listDeliveries, listDeskPoints, readSignature } from './list-deliveries.ts'
import { printAtDesk } from './print-at-desk.ts'
import { readDeskVoucher } from './read-voucher.ts'
import { undoDelivery } from './undo-delivery.ts'

/** Binds the calls of the desk *Brindes*, and those for the customers' numbers in its queue. */
export const bindGiftDesk = (binder: Binder, deps: FreeGiftDeps & PersonSearch): void => {
  const listQueue = createListQueue(deps)

  bindCall(binder, listDeskPointsCall, async () => ({ data: await listDeskPoints(deps) }))
  bindCall(binder, readDeskVoucherCall, async ({ body, staff }) => ({
    data: await readDeskVoucher(deps, { ...body, staff }),
  }))
  bindCall(binder, findVouchersCall, async ({ body, staff }) => {
    const document = readDocument(deps.rules, body)
    return { data: { vouchers: await findVouchersOfPerson(deps, { ...body, document, staff }) } }
  })
  bindCall(binder, printAtDeskCall, async ({ body, staff: { staff_id } }) => ({
    data: await printAtDesk(deps, { ...body, staff_id }),
  }))
  bindCall(binder, deliverGiftCall, async ({ body, staff }) => ({
    data: await deliverGift(deps, { ...body, staff }),
  }))
  bindCall(binder, undoDeliveryCall, async ({ body, staff }) => ({
    data: await undoDelivery(deps, { ...body, staff }),
  }))
  bindCall(binder, listDeliveriesCall, async ({ query: { cursor = null, ...point }, staff }) => {
    const { page, next_cursor } = await listDeliveries(deps, { ...point, cursor, staff })
    return { data: page, next_cursor }
  })
  bindCall(binder, readSignatureCall, async ({ body, staff: { staff_id } }) => ({
    data: await readSignature(deps, { ...body, staff_id }),
  }))

  bindCall(binder, joinQueueCall, async ({ body, session }) => ({
    data: await joinQueue(deps, { ...body, ...actorOf(session) }),
  }))
  bindCall(binder, joinQueueAtDeskCall, async ({ body, staff: { staff_id } }) => ({
    data: await joinQueueAtDesk(deps, { ...body, staff_id }),
  }))
  bindCall(binder, listQueueCall, async ({ query, staff: { staff_id } }) => ({
    data: await listQueue({ ...query, staff_id }),
  }))
  bindCall(binder, callNextCall, async ({ body, staff: { staff_id } }) => ({
    data: await callNext(deps, { ...body, staff_id }),
  }))
  bindCall(binder, markAbsentCall, async ({ body, staff: { staff_id } }) => ({
    data: await markAbsent(deps, { ...body, staff_id }),
  }))
}
