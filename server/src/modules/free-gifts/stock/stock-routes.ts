import { receiveStockCall } from '@clube/contract/free-gifts/stock-calls.ts'
import { bindCall, type Binder } from '../../../http/bind.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { receiveStock } from './receive-stock.ts'

/** Binds the stock desk. */
export const bindGiftStock = (binder: Binder, deps: FreeGiftDeps): void => {
  bindCall(binder, receiveStockCall, async ({ body, staff: { staff_id } }) => ({
    data: await receiveStock(deps, { ...body, staff_id }),
  }))
}
