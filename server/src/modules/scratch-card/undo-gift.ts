import type { DataOf } from '@clube/contract/kernel/call.ts'
import { formatUses, promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { undoScratchGiftCall } from '@clube/contract/scratch-card/gift-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { voidCodes } from './code-store.ts'
import { lockDeck } from './deck-store.ts'
import type { ScratchCardDeps } from './deps.ts'
import { findGift, findGiftCampaign, saveTakenBack } from './gift-store.ts'
import { findScratchCampaign } from './scratch-campaign.ts'

const refuse = refusalsOf(undoScratchGiftCall)

/**
 * Takes back the cards of a gift that were not drawn: their codes become void, which frees cards of the deck. The person
 * can be given as many again on the same day. A repeat changes nothing.
 * @throws {Refusal} scratch-card.unknown-gift, scratch-card.gift-drawn
 */
export const undoGift = (
  deps: ScratchCardDeps,
  { gift_id: typed_id, reason, staff_id }: { gift_id: string; reason: string; staff_id: string },
): Promise<DataOf<typeof undoScratchGiftCall>> =>
  inTransaction(deps.db, async (tx) => {
    const gift_id = typed_id.toLowerCase()
    const campaign_id = await findGiftCampaign(tx, gift_id)
    const campaign = campaign_id === undefined ? undefined : await findScratchCampaign(tx, campaign_id)
    if (!campaign) throw refuse('scratch-card.unknown-gift')
    // Draws and other undos of the deck wait.
    await lockDeck(tx, campaign.id)
    const gift = await findGift(tx, gift_id)
    if (!gift) throw new Error('The gift was not found')
    const { deck_id, customer_id, cards } = gift
    const which = { customer_id, gift_id }
    const now = deps.clock()
    const voided = await voidCodes(tx, { deck_id, which, staff_id, reason, now })
    const taken_back = gift.taken_back + voided
    if (taken_back === 0) throw refuse('scratch-card.gift-drawn')
    if (voided > 0) {
      await saveTakenBack(tx, { id: gift_id, cards: voided })
      await deps.audit(tx, {
        actor: { kind: 'staff', id: staff_id },
        action: 'scratch-card.undo-gift',
        subject: { kind: 'customer', id: customer_id },
        sentence: `Desfez ${formatUses(promotionKindProperties.scratch_card.unit, voided)} da promoção ${campaign.slug} que tinham sido dadas a um cadastro. Motivo: ${reason}`,
      })
    }
    return { taken_back, drawn: cards - taken_back, repeated: voided === 0 }
  })
