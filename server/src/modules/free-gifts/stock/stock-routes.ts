import {
  countStockCall,
  listMovementsCall,
  listStockCampaignsCall,
  recordStockLossCall,
  readStockCall,
  receiveStockCall,
  transferStockCall,
} from '@clube/contract/free-gifts/stock-calls.ts'
import { bindCall, type Binder } from '../../../http/bind.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { countStock } from './count-stock.ts'
import { recordStockLoss } from './record-stock-loss.ts'
import { listStockCampaigns, listStockMovements, readStock } from './read-stock.ts'
import { receiveStock } from './receive-stock.ts'
import { transferStock } from './transfer-stock.ts'

/** Binds the calls of the stock desk. */
export const bindGiftStock = (binder: Binder, deps: FreeGiftDeps): void => {
  bindCall(binder, listStockCampaignsCall, async () => ({ data: await listStockCampaigns(deps) }))
  bindCall(binder, readStockCall, async ({ query }) => ({ data: await readStock(deps, query.campaign_id) }))
  bindCall(binder, listMovementsCall, async ({ query: { campaign_id, cursor = null } }) => {
    const { page, next_cursor } = await listStockMovements(deps, { campaign_id, cursor })
    return { data: page, next_cursor }
  })
  bindCall(binder, receiveStockCall, async ({ body, staff: { staff_id } }) => ({
    data: await receiveStock(deps, { ...body, staff_id }),
  }))
  bindCall(binder, transferStockCall, async ({ body, staff: { staff_id } }) => ({
    data: await transferStock(deps, { ...body, staff_id }),
  }))
  bindCall(binder, recordStockLossCall, async ({ body, staff: { staff_id } }) => ({
    data: await recordStockLoss(deps, { ...body, staff_id }),
  }))
  bindCall(binder, countStockCall, async ({ body, staff: { staff_id } }) => ({
    data: await countStock(deps, { ...body, staff_id }),
  }))
}
