import type { DataOf } from '@clube/contract/kernel/call.ts'
import type {
  AwardState,
  DrawnCard,
  listMyScratchCardsCall,
  WonPrize,
} from '@clube/contract/scratch-card/calls.ts'
import { formatScratchCode } from '@clube/contract/scratch-card/scratch-code.ts'
import type { ScratchCardSettings } from '@clube/contract/scratch-card/settings.ts'
import type { Db } from '../../db/database.ts'
import { findCampaignFacts } from '../campaigns/index.ts'
import type { Actor } from '../sessions/index.ts'
import { awardStateAt, pickupDeadline } from './awards/award.ts'
import { digitalCodeOf } from './code-at-rest.ts'
import type { ScratchCardDeps } from './deps.ts'
import { listDrawsForActor, type Draw } from './draw-store.ts'
import { findScratchCampaign } from './scratch-campaign.ts'
import { listWaitingCards } from './waiting-cards.ts'

/** The prize of a draw; null for a blank. */
export const wonPrizeOf = (
  { prizes }: Pick<ScratchCardSettings, 'prizes'>,
  { prize_number, drawn_at }: Pick<Draw, 'prize_number' | 'drawn_at'>,
): WonPrize | null => {
  if (prize_number === null) return null
  const prize = prizes[prize_number - 1]
  if (!prize) throw new Error('The campaign has no such prize')
  const { kind, title, value_cents } = prize
  if (prize.kind === 'points')
    return { kind, title, value_cents, points: prize.points, pickup_place: null, pickup_until: null }
  const pickup_until = pickupDeadline(drawn_at, prize).toISOString()
  return { kind, title, value_cents, points: null, pickup_place: prize.pickup_place, pickup_until }
}

/** A draw as its holder sees it. */
export const viewDraw = (
  settings: Pick<ScratchCardSettings, 'prizes'>,
  draw: Pick<Draw, 'campaign_id' | 'position' | 'prize_number' | 'head' | 'drawn_at'>,
): DrawnCard => ({
  campaign_id: draw.campaign_id,
  position: draw.position,
  prize: wonPrizeOf(settings, draw),
  drawn_at: draw.drawn_at.toISOString(),
  head: draw.head.toString('hex'),
})

/** The state of a draw's award at the given time; null for a blank. */
export const drawnAwardState = (
  { award_state: state, award_expires_at: expires_at, award_held_until: held_until }: Draw,
  now: Date,
): AwardState | null => state && awardStateAt({ state, expires_at, held_until }, now)

/** The settings of the campaigns of draws, by campaign. */
export const settingsOfDraws = async (
  db: Db,
  draws: readonly Pick<Draw, 'campaign_id'>[],
): Promise<(draw: Pick<Draw, 'campaign_id'>) => ScratchCardSettings> => {
  const settings = new Map<string, ScratchCardSettings>()
  for (const id of new Set(draws.map(({ campaign_id }) => campaign_id))) {
    const campaign = await findScratchCampaign(db, id)
    if (campaign) settings.set(id, campaign.settings)
  }
  return ({ campaign_id }) => {
    const found = settings.get(campaign_id)
    if (!found) throw new Error('The campaign of a draw was not found')
    return found
  }
}

/** The cards accessible to the actor; all drawn ones if `limit` is null. */
export const listMyScratchCards = async (
  { db, clock, vault }: Pick<ScratchCardDeps, 'db' | 'clock' | 'vault'>,
  actor: Actor,
  limit: number | null,
): Promise<DataOf<typeof listMyScratchCardsCall>> => {
  const now = clock()
  const draws = await listDrawsForActor(db, actor, limit)
  const settingsOf = await settingsOfDraws(db, draws)
  const titles = await findCampaignFacts(
    db,
    draws.map(({ campaign_id }) => campaign_id),
  )
  return {
    waiting: await listWaitingCards({ vault }, db, actor),
    drawn: draws.map((draw) => {
      const { award_id } = draw
      const state = drawnAwardState(draw, now)
      return {
        ...viewDraw(settingsOf(draw), draw),
        transaction_id: draw.transaction_id,
        campaign_title: titles.get(draw.campaign_id)?.title ?? '',
        code: draw.code_kind === 'digital' ? formatScratchCode(digitalCodeOf(vault, draw.code_id)) : null,
        award: award_id === null || state === null ? null : { award_id, state },
      }
    }),
  }
}
