import type { WaitingCard } from '@clube/contract/scratch-card/calls.ts'
import { formatScratchCode } from '@clube/contract/scratch-card/scratch-code.ts'
import type { Db, Tx } from '../../db/database.ts'
import { findCampaignFacts } from '../campaigns/index.ts'
import type { Actor } from '../sessions/index.ts'
import { digitalCodeOf } from './code-at-rest.ts'
import { listWaitingCodes, voidCodes } from './code-store.ts'
import { lockDeck } from './deck-store.ts'
import type { ScratchCardDeps } from './deps.ts'

/** The person's cards that were not drawn yet, with their codes; none without the password. */
export const listWaitingCards = async (
  { vault }: Pick<ScratchCardDeps, 'vault'>,
  db: Db,
  { customer_id, identified_session_id }: Actor,
): Promise<WaitingCard[]> => {
  if (identified_session_id !== null) return []
  const codes = await listWaitingCodes(db, customer_id)
  const campaigns = await findCampaignFacts(
    db,
    codes.map(({ campaign_id }) => campaign_id),
  )
  return codes.flatMap(({ id, campaign_id, issued_at }) => {
    const campaign = campaigns.get(campaign_id)
    if (!campaign) return []
    return {
      campaign_id,
      campaign_title: campaign.title,
      cd_identificador: campaign.cd_identificador,
      code: formatScratchCode(digitalCodeOf(vault, id)),
      given_at: issued_at.toISOString(),
    }
  })
}

/** Voids the cards that a person did not draw, when the account is erased. */
export const voidWaitingCards = async (tx: Tx, customer_id: string, now: Date): Promise<void> => {
  const waiting = await listWaitingCodes(tx, customer_id)
  const decks = new Map(waiting.map(({ deck_id, campaign_id }) => [deck_id, campaign_id]))
  // In a consistent order, to prevent deadlocks.
  for (const [deck_id, campaign_id] of [...decks].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await lockDeck(tx, campaign_id)
    await voidCodes(tx, { deck_id, which: { customer_id }, staff_id: null, reason: null, now })
  }
}
