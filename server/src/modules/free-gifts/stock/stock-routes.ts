import {
  countStockCall,
  listMovementsCall,
  listStockCampaignsCall,
  loseStockCall,
  readStockCall,
  receiveStockCall,
  transferStockCall,
} from '@clube/contract/free-gifts/stock-calls.ts'
import { bindCall, type Binder } from '../../../http/bind.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { countStock } from './count-stock.ts'
import { loseStock } from './lose-stock.ts'
import { listStockCampaigns, listStockMovements, readStock } from './read-stock.ts'
import { receiveStock } from './receive-stock.ts'
import { transferStock } from './transfer-stock.ts'

/** Binds the stock desk. */
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
  bindCall(binder, loseStockCall, async ({ body, staff: { staff_id } }) => ({
    data: await loseStock(deps, { ...body, staff_id }),
  }))
  bindCall(binder, countStockCall, async ({ body, staff: { staff_id } }) => ({
    data: await countStock(deps, { ...body, staff_id }),
  }))
}
