import { giftName } from '@clube/contract/free-gifts/settings.ts'
import { countStockCall, type StockMoved } from '@clube/contract/free-gifts/stock-calls.ts'
import { formatGifts } from '@clube/contract/kernel/count-formats.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { consumeCampaignStock, returnCampaignStock } from './deliver-unit.ts'
import { moveStock, type MovementInput } from './move-stock.ts'
import { addUnits, countMissing, lockStock, moveUnits } from './stock-store.ts'

const refuse = refusalsOf(countStockCall)

/**
 * Corrects the stock to the units that were counted on the shelf. Surplus units must have been recorded as
 * lost before: at this pickup point, or at another one if a transfer was recorded with too few units.
 * @throws {Refusal} as `moveStock`, or one of the call's refusals
 */
export const countStock = (
  deps: FreeGiftDeps,
  input: MovementInput & { counted: number; expected: number },
): Promise<StockMoved> =>
  moveStock(deps, input, {
    kind: 'counted',
    action: 'count-stock',
    refuse,
    apply: async (tx, { campaign, gift, point }) => {
      const { counted, expected } = input
      const { on_hand, reserved } = (await lockStock(tx, input)) ?? (await addUnits(tx, input, 0))
      const units = counted - (on_hand + reserved)
      if (expected !== on_hand + reserved) throw refuse('free-gifts.stock-changed')
      if (counted < reserved) throw refuse('free-gifts.fewer-than-reserved', { reserved })
      if (units > (await countMissing(tx, input))) throw refuse('free-gifts.more-than-received')
      const stock = await moveUnits(tx, input, units)
      if (units < 0) await consumeCampaignStock(tx, { campaign, units: -units, now: deps.clock() })
      if (units > 0) await returnCampaignStock(tx, { campaign, units })
      const sentence = `Contou ${formatGifts(counted)} em ${point.name}, onde constavam ${expected}: ${giftName(gift)}.`
      return { units, stock: [stock], sentence }
    },
  })
