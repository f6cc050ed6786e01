import {
  cancelGiftVoucherCall,
  giftCancelledMessage,
  giftVoucherFile,
  listGiftsCall,
  listMyGiftsCall,
  printGiftCall,
  readGiftVoucherCall,
} from '@clube/contract/free-gifts/calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { bindFile } from '../../http/bind-file.ts'
import { bindForEveryone } from '../../http/bind-shared.ts'
import { actorOf } from '../sessions/index.ts'
import type { FreeGiftDeps, PersonSearch } from './deps.ts'
import { listGifts } from './list-gifts.ts'
import { bindGiftDesk } from './desk/desk-routes.ts'
import { bindGiftStock } from './stock/stock-routes.ts'
import { cancelVoucher } from './vouchers/cancel-voucher.ts'
import { createPrintGift } from './vouchers/print-gift.ts'
import { listMyGifts, readGiftVoucher } from './vouchers/view-vouchers.ts'
import { printVoucherFile } from './vouchers/voucher-file.ts'

const voucherListLimit = 200

/** Binds the calls for public gifts, customers' vouchers, and the desks of stock and deliveries. */
export const bindFreeGifts = (binder: Binder, deps: FreeGiftDeps & PersonSearch): void => {
  const printGift = createPrintGift(deps)

  bindForEveryone(binder, listGiftsCall, ({ query }) => listGifts(deps, query.campaign_id))
  bindCall(binder, printGiftCall, async ({ body, session }) => ({
    data: await printGift({ ...body, ...actorOf(session) }),
  }))
  bindCall(binder, listMyGiftsCall, async ({ session }) => ({
    data: await listMyGifts(deps, actorOf(session), voucherListLimit),
  }))
  bindCall(binder, readGiftVoucherCall, async ({ params, session }) => ({
    data: await readGiftVoucher(deps, { ...params, ...actorOf(session) }),
  }))
  bindCall(binder, cancelGiftVoucherCall, async ({ body, session, metadata: { ip } }) => ({
    data: await cancelVoucher(deps, { ...body, ...actorOf(session), ip }),
    message: giftCancelledMessage,
  }))
  bindFile(binder, giftVoucherFile, ({ params, session }) =>
    printVoucherFile(deps, { ...params, ...actorOf(session) }),
  )
  bindGiftStock(binder, deps)
  bindGiftDesk(binder, deps)
}
