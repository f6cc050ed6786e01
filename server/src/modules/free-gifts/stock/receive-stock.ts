import { giftName } from '@clube/contract/free-gifts/settings.ts'
import { receiveStockCall, type StockMoved } from '@clube/contract/free-gifts/stock-calls.ts'
import { formatGifts } from '@clube/contract/kernel/count-formats.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { moveStock, type MovementInput } from './move-stock.ts'
import { addUnits, countReceived } from './stock-store.ts'

const refuse = refusalsOf(receiveStockCall)

/**
 * Adds received units to the stock; the total never exceeds what the campaign promised.
 * @throws {Refusal} as `moveStock`, or free-gifts.beyond-promised
 */
export const receiveStock = (
  deps: FreeGiftDeps,
  input: MovementInput & { units: number },
): Promise<StockMoved> =>
  moveStock(deps, input, {
    kind: 'received',
    action: 'receive-stock',
    refuse,
    apply: async (tx, { campaign, gift, point }) => {
      const { units, campaign_id } = input
      const total = campaign.stock_total
      if (total !== null) {
        const k = total - (await countReceived(tx, campaign_id))
        if (units > k) throw refuse('free-gifts.beyond-promised', { total, k })
      }
      const stock = await addUnits(tx, input, units)
      const sentence = `Recebeu ${formatGifts(units)} em ${point.name}: ${giftName(gift)}.`
      return { units, stock: [stock], sentence }
    },
  })
