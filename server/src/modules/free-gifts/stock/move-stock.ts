import type { GiftStock, MovementKind, StockMoved } from '@clube/contract/free-gifts/stock-calls.ts'
import type { receiveStockCall } from '@clube/contract/free-gifts/stock-calls.ts'
import { inTransaction, type Tx } from '../../../db/database.ts'
import type { Refuse } from '../../../kernel/refusal.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { choiceOf, findGiftCampaign, type Choice, type GiftCampaign } from '../gift-campaign.ts'
import { findMovement, insertMovement, lockMovements, type StockKey } from './stock-store.ts'

/** The input that all movements share. */
export type MovementInput = StockKey & {
  readonly client_movement_id: string
  readonly reason: string
  readonly staff_id: string
}

/** Refusals of every movement. */
type MovementRefusals = Omit<(typeof receiveStockCall)['refusals'], 'free-gifts.beyond-promised'>

/** The effect of a movement on the counters. */
export type MovementEffect = {
  readonly units: number
  /** The counters after the movement, of every pickup point that it changed. */
  readonly stock: readonly GiftStock[]
  /** Its sentence in the audit trail. */
  readonly sentence: string
}

/**
 * Stores a movement once and audits it. Movements of a campaign are serialized; a repeat with the same request returns
 * the first response.
 * @param apply changes the counters by guarded statements, or refuses
 * @throws {Refusal} campaigns.unknown, free-gifts.unknown-gift, free-gifts.unknown-pickup-point,
 *   free-gifts.movement-reused, or a refusal of `apply`
 */
export const moveStock = <Input extends MovementInput & { to_pickup_point_id?: string }>(
  deps: FreeGiftDeps,
  input: Input,
  movement: {
    kind: MovementKind
    action: string
    refuse: Refuse<MovementRefusals>
    apply: (tx: Tx, context: Choice & { campaign: GiftCampaign }) => Promise<MovementEffect>
  },
): Promise<StockMoved> =>
  inTransaction(deps.db, async (tx) => {
    const { kind, action, refuse, apply } = movement
    const { staff_id, client_movement_id, campaign_id, gift_id, pickup_point_id, reason } = input
    const campaign = await findGiftCampaign(tx, campaign_id)
    if (!campaign || campaign.state === 'archived') throw refuse('campaigns.unknown')
    const choice = choiceOf(campaign.settings, input, refuse)
    await lockMovements(tx, campaign_id)
    const { staff_id: _staff, client_movement_id: _id, ...fields } = input
    const request = { kind, ...fields }
    const earlier = await findMovement(tx, { client_movement_id, request })
    if (earlier) {
      if (!earlier.is_same) throw refuse('free-gifts.movement-reused')
      return { movement_id: earlier.id, stock: earlier.response, repeated: true }
    }
    const { units, stock, sentence } = await apply(tx, { ...choice, campaign })
    const movement_id = await insertMovement(tx, {
      client_movement_id,
      campaign_id,
      gift_id,
      pickup_point_id,
      to_pickup_point_id: input.to_pickup_point_id ?? null,
      kind,
      units,
      reason,
      staff_id,
      request,
      response: stock,
      now: deps.clock(),
    })
    // Another campaign's movement has the same id.
    if (movement_id === null) throw refuse('free-gifts.movement-reused')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: `free-gifts.${action}`,
      subject: { kind: 'gift-stock', id: campaign_id },
      sentence,
    })
    return { movement_id, stock: [...stock], repeated: false }
  })
