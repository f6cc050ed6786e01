import { giftName } from '@clube/contract/free-gifts/settings.ts'
import { recordStockLossCall, type StockMoved } from '@clube/contract/free-gifts/stock-calls.ts'
import { formatGifts } from '@clube/contract/kernel/count-formats.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { consumeCampaignStock } from './deliver-unit.ts'
import { moveStock, type MovementInput } from './move-stock.ts'
import { lockStock, moveUnits } from './stock-store.ts'

const refuse = refusalsOf(recordStockLossCall)

/**
 * Removes lost units; reserved ones cannot be lost.
 * @throws {Refusal} as `moveStock`, or free-gifts.too-few-units
 */
export const recordStockLoss = (
  deps: FreeGiftDeps,
  input: MovementInput & { units: number },
): Promise<StockMoved> =>
  moveStock(deps, input, {
    kind: 'lost',
    action: 'lose-stock',
    refuse,
    apply: async (tx, { campaign, gift, point }) => {
      const { units } = input
      const k = (await lockStock(tx, input))?.on_hand ?? 0
      if (units > k) throw refuse('free-gifts.too-few-units', { k })
      const stock = await moveUnits(tx, input, -units)
      await consumeCampaignStock(tx, { campaign, units, now: deps.clock() })
      const sentence = `Registrou a perda de ${formatGifts(units)} em ${point.name}: ${giftName(gift)}.`
      return { units: -units, stock: [stock], sentence }
    },
  })
