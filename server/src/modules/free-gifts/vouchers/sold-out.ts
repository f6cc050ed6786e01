import type { GiftStock } from '@clube/contract/free-gifts/stock-calls.ts'
import type { choiceRefusals } from '@clube/contract/free-gifts/refusals.ts'
import type { PickupPointPlan } from '@clube/contract/free-gifts/settings.ts'
import type { Refused } from '@clube/contract/kernel/refusal-table.ts'

type SoldOutRefused = Refused<
  Pick<
    typeof choiceRefusals,
    'free-gifts.sold-out' | 'free-gifts.gift-sold-out' | 'free-gifts.not-at-this-point'
  >
>

/**
 * The refusal when a gift has run out at a pickup point, by what is still available: the gift at other pickup
 * points, other gifts, or nothing.
 */
export const soldOutRefusal = (
  stock: readonly GiftStock[],
  pickup_points: readonly PickupPointPlan[],
  { gift_id, pickup_point_id }: { gift_id: string; pickup_point_id: string },
): SoldOutRefused => {
  const others = stock.filter(
    (each) => each.on_hand > 0 && (each.gift_id !== gift_id || each.pickup_point_id !== pickup_point_id),
  )
  if (others.length === 0) return { ok: false, code: 'free-gifts.sold-out' }
  const otherPoints = new Set(
    others.filter((each) => each.gift_id === gift_id).map((each) => each.pickup_point_id),
  )
  if (otherPoints.size === 0) return { ok: false, code: 'free-gifts.gift-sold-out' }
  const names = pickup_points
    .filter((point) => otherPoints.has(point.pickup_point_id))
    .map(({ name }) => name)
  return { ok: false, code: 'free-gifts.not-at-this-point', values: { points: names.join(', ') } }
}
