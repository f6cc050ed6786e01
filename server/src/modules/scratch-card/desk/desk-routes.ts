import { deskReceiptFile } from '@clube/contract/scratch-card/award-calls.ts'
import {
  deliverAwardCall,
  findAwardsCall,
  listAwardDeliveriesCall,
  readAwardSignatureCall,
  readDeskAwardCall,
  undoAwardDeliveryCall,
} from '@clube/contract/scratch-card/award-desk-calls.ts'
import { listUnclaimedCall, unclaimedFile } from '@clube/contract/scratch-card/unclaimed-calls.ts'
import { bindFile } from '../../../http/bind-file.ts'
import { bindCall, type Binder } from '../../../http/bind.ts'
import { readDocument } from '../../identity/index.ts'
import { readDeskReceipt } from '../awards/receipt-file.ts'
import type { ScratchCardDeps, ScratchServices } from '../deps.ts'
import { listUnclaimed, readUnclaimedFile } from '../unclaimed/list-unclaimed.ts'
import { deliverAward } from './deliver-award.ts'
import { findAwardsOfPerson } from './find-awards.ts'
import { listDeliveries, readSignature } from './list-deliveries.ts'
import { readDeskAward } from './read-award.ts'
import { undoDelivery } from './undo-delivery.ts'

/** Binds the delivery of prizes at the desk *Raspadinhas*, and the list of unclaimed ones. */
export const bindAwardDesk = (binder: Binder, deps: ScratchCardDeps & ScratchServices): void => {
  bindCall(binder, readDeskAwardCall, async ({ body, staff }) => ({
    data: await readDeskAward(deps, { ...body, staff }),
  }))
  bindCall(binder, findAwardsCall, async ({ body, staff }) => {
    const document = readDocument(deps.rules, body)
    return { data: { awards: await findAwardsOfPerson(deps, { document, staff }) } }
  })
  bindCall(binder, deliverAwardCall, async ({ body, staff }) => ({
    data: await deliverAward(deps, { ...body, staff }),
  }))
  bindCall(binder, undoAwardDeliveryCall, async ({ body, staff }) => ({
    data: await undoDelivery(deps, { ...body, staff }),
  }))
  bindCall(binder, listAwardDeliveriesCall, async ({ query: { cursor = null }, staff }) => {
    const { page, next_cursor } = await listDeliveries(deps, { cursor, staff })
    return { data: page, next_cursor }
  })
  bindCall(binder, readAwardSignatureCall, async ({ body, staff: { staff_id } }) => ({
    data: await readSignature(deps, { ...body, staff_id }),
  }))
  bindFile(binder, deskReceiptFile, ({ params, staff: { staff_id } }) =>
    readDeskReceipt(deps, { ...params, staff_id }),
  )

  bindCall(binder, listUnclaimedCall, async () => ({ data: await listUnclaimed(deps) }))
  bindFile(binder, unclaimedFile, ({ params, staff: { staff_id } }) =>
    readUnclaimedFile(deps, { ...params, staff_id }),
  )
}
