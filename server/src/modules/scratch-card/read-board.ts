import { readBoardCall, type ScratchBoard } from '@clube/contract/scratch-card/board-calls.ts'
import { awardStates } from '@clube/contract/scratch-card/calls.ts'
import { positionsOf } from '@clube/contract/scratch-card/deck.ts'
import { scratchPrizeKinds, type ScratchPrize } from '@clube/contract/scratch-card/settings.ts'
import { clubDayOf, startOfClubDayAt, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Db } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { countAwards, countCodesByState, countDrawsByHour, type DrawnHour } from './board-store.ts'
import { daysOf, planOf, type ScratchDeck } from './deck.ts'
import { findDeck, listPrizes } from './deck-store.ts'
import type { ScratchCardDeps } from './deps.ts'
import { findScratchCampaign, type ScratchCampaign } from './scratch-campaign.ts'

const refuse = refusalsOf(readBoardCall)

type BoardDeps = Pick<ScratchCardDeps, 'clock' | 'time_zone'> & { readonly db: Db }

/**
 * The board of an approved campaign. Reads only counters, draws and awards, never a card that was not drawn.
 * @param input.seesPrizes whether the member sees every prize and all wins, or only kinds, and wins up to the previous day
 * @throws {Refusal} campaigns.unknown
 */
export const readBoard = async (
  { db, clock, time_zone }: BoardDeps,
  { campaign_id, seesPrizes }: { campaign_id: string; seesPrizes: boolean },
): Promise<ScratchBoard> => {
  const campaign = await findScratchCampaign(db, campaign_id)
  if (!campaign) throw refuse('campaigns.unknown')
  const { settings } = campaign
  const deck = await findDeck(db, campaign_id)
  const now = clock()
  const won_before = seesPrizes ? null : winsShownBefore(deck, now, time_zone)
  const awards = deck ? await countAwards(db, { deck_id: deck.id, now, won_before }) : []
  const stored = deck ? await listPrizes(db, deck.id) : []
  const prizes = settings.prizes.map(({ kind, title, value_cents, quantity }, index) => ({
    kind,
    title,
    value_cents,
    quantity,
    awarded:
      won_before === null
        ? (stored.find(({ number }) => number === index + 1)?.awarded ?? 0)
        : sumOf(
            awards.filter(({ prize_number }) => prize_number === index + 1),
            ({ count }) => count,
          ),
  }))
  const codes = deck ? await countCodesByState(db, deck.id) : new Map<string, number>()
  const hours = deck ? await countDrawsByHour(db, deck.id) : []
  return {
    campaign_id,
    campaign_title: campaign.title,
    deck_state: deck?.state ?? null,
    cards: deck?.cards ?? settings.cards,
    drawn: deck?.drawn ?? 0,
    drawable: deck?.state === 'sealed' ? countDrawable(campaign, deck, now, time_zone) : 0,
    wins_before: won_before?.toISOString() ?? null,
    days: drawsByDay(
      hours.map((each) => (won_before !== null && each.hour >= won_before ? { ...each, won: 0 } : each)),
      time_zone,
    ),
    kinds: sumKinds(prizes),
    prizes: seesPrizes ? prizes : null,
    codes: {
      issued: codes.get('issued') ?? 0,
      used: codes.get('used') ?? 0,
      void: codes.get('void') ?? 0,
    },
    awards: sumAwards(awards, { prizes: settings.prizes, seesValues: seesPrizes }),
  }
}

/**
 * The instant before which wins are shown to members who may have codes, the start of the club day; null when all are
 * shown, once the deck is public. Each day has its exact share of every prize, so that a day's last cards could be inferred
 * from its draws and wins.
 */
export const winsShownBefore = (
  deck: Pick<ScratchDeck, 'state'> | undefined,
  now: Date,
  zone: TimeZone,
): Date | null => (deck?.state === 'revealed' ? null : startOfClubDayAt(now, zone))

/** Number of undrawn cards whose day has begun, computed from days and positions, not from the cards' contents. */
const countDrawable = (
  { settings, ...campaign }: ScratchCampaign,
  deck: ScratchDeck,
  now: Date,
  zone: TimeZone,
): number => {
  const begun = daysOf(campaign, zone).filter((start) => start <= now).length
  if (begun === 0) return 0
  const plan = planOf(campaign.id, settings, deck.days)
  return positionsOf(plan, Math.min(begun, deck.days) - 1).last - deck.drawn
}

/** Draws per club day. Time zones of Brazil differ from UTC by whole hours. */
const drawsByDay = (hours: readonly DrawnHour[], zone: TimeZone): ScratchBoard['days'] =>
  [...Map.groupBy(hours, ({ hour }) => clubDayOf(hour, zone))].map(([day, hoursOfDay]) => ({
    day,
    drawn: sumOf(hoursOfDay, ({ drawn }) => drawn),
    won: sumOf(hoursOfDay, ({ won }) => won),
  }))

const sumOf = <Item>(items: readonly Item[], valueOf: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + valueOf(item), 0)

type CountedPrize = Pick<ScratchPrize, 'kind' | 'quantity'> & { readonly awarded: number }

/** Totals of prizes by kind; kinds that the campaign does not have are omitted. */
export const sumKinds = (prizes: readonly CountedPrize[]): ScratchBoard['kinds'] =>
  scratchPrizeKinds.flatMap((kind) => {
    const units = prizes.filter((prize) => prize.kind === kind)
    if (units.length === 0) return []
    return [
      {
        kind,
        quantity: sumOf(units, ({ quantity }) => quantity),
        awarded: sumOf(units, ({ awarded }) => awarded),
      },
    ]
  })

const sumAwards = (
  rows: Awaited<ReturnType<typeof countAwards>>,
  { prizes, seesValues }: { prizes: readonly ScratchPrize[]; seesValues: boolean },
): ScratchBoard['awards'] =>
  awardStates.flatMap((state) => {
    const inState = rows.filter((row) => row.state === state)
    if (inState.length === 0) return []
    const valueOf = (number: number) => prizes[number - 1]?.value_cents ?? 0
    return [
      {
        state,
        count: sumOf(inState, ({ count }) => count),
        // The sum of a few values would reveal which prizes they are.
        value_cents: seesValues
          ? sumOf(inState, ({ count, prize_number }) => count * valueOf(prize_number))
          : null,
      },
    ]
  })
