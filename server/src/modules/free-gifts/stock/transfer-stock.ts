import { giftName } from '@clube/contract/free-gifts/settings.ts'
import { transferStockCall, type StockMoved } from '@clube/contract/free-gifts/stock-calls.ts'
import { formatGifts } from '@clube/contract/kernel/count-formats.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { choiceOf } from '../gift-campaign.ts'
import { moveStock, type MovementInput } from './move-stock.ts'
import { lockTransfer, moveUnits } from './stock-store.ts'

const refuse = refusalsOf(transferStockCall)

/**
 * Moves free units to another pickup point; reserved ones remain at the pickup points of
 * their vouchers.
 * @throws {Refusal} as `moveStock`, or free-gifts.too-few-units
 */
export const transferStock = (
  deps: FreeGiftDeps,
  input: MovementInput & { to_pickup_point_id: string; units: number },
): Promise<StockMoved> =>
  moveStock(deps, input, {
    kind: 'transferred',
    action: 'transfer-stock',
    refuse,
    apply: async (tx, { campaign, gift, point }) => {
      const { units, to_pickup_point_id, ...key } = input
      const destination = choiceOf(
        campaign.settings,
        { ...key, pickup_point_id: to_pickup_point_id },
        refuse,
      ).point
      const k = await lockTransfer(tx, key, to_pickup_point_id)
      if (units > k) throw refuse('free-gifts.too-few-units', { k })
      const stock = [
        await moveUnits(tx, key, -units),
        await moveUnits(tx, { ...key, pickup_point_id: to_pickup_point_id }, units),
      ]
      const sentence = `Transferiu ${formatGifts(units)} de ${point.name} para ${destination.name}: ${giftName(gift)}.`
      return { units, stock, sentence }
    },
  })
