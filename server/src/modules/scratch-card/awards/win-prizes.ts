import type { Tx } from '../../../db/database.ts'
import { createVoucherCode } from '../../campaigns/index.ts'
import type { ScratchCardDeps } from '../deps.ts'
import type { ScratchCampaign } from '../scratch-campaign.ts'
import { awardCodes, pickupDeadline } from './award.ts'
import { enqueueWon } from './award-messages.ts'
import { insertAwards, type NewAward } from './award-store.ts'

/** A stored draw. */
type StoredDraw = {
  readonly position: number
  readonly transaction_id: string
  readonly customer_id: string
  /** Null for a blank. */
  readonly prize_number: number | null
}

/**
 * Awards the prizes of draws in their transaction: prizes to pick up get a code and a deadline, points are credited at
 * once.
 */
export const winPrizes = async (
  deps: Pick<ScratchCardDeps, 'vault' | 'random' | 'points' | 'jobs'>,
  tx: Tx,
  input: {
    deck_id: string
    campaign: Pick<ScratchCampaign, 'title' | 'settings'>
    draws: readonly StoredDraw[]
    drawn_at: Date
  },
): Promise<void> => {
  const { deck_id, campaign, draws, drawn_at } = input
  const awards: NewAward[] = []
  const grants: { customer_id: string; transaction_id: string; points: number; about: string }[] = []
  for (const { position, transaction_id, customer_id, prize_number } of draws) {
    if (prize_number === null) continue
    const prize = campaign.settings.prizes[prize_number - 1]
    if (!prize) throw new Error('The campaign has no such prize')
    const award = { position, prize_number, customer_id }
    if (prize.kind === 'points') {
      awards.push({ ...award, kind: 'points' })
      grants.push({ customer_id, transaction_id, points: prize.points, about: campaign.title })
    } else {
      const code = awardCodes.atRest(deps.vault, createVoucherCode(deps.random))
      awards.push({ ...award, kind: 'pickup', code, expires_at: pickupDeadline(drawn_at, prize) })
    }
  }
  if (awards.length === 0) return
  const award_ids = await insertAwards(tx, { deck_id, awards, won_at: drawn_at })
  if (grants.length > 0) await deps.points.grant(tx, grants, drawn_at)
  await enqueueWon(deps, tx, award_ids)
}
