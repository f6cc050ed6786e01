import type { DeckPlan } from '@clube/contract/scratch-card/deck.ts'
import type { DeckState } from '@clube/contract/scratch-card/deck-calls.ts'
import type { ScratchCardSettings } from '@clube/contract/scratch-card/settings.ts'
import { clubDayOf, endOfClubDay, type TimeZone } from '@clube/contract/kernel/club-time.ts'

/** A stored deck. */
export type ScratchDeck = {
  readonly id: string
  readonly campaign_id: string
  readonly state: DeckState
  readonly cards: number
  readonly days: number
  readonly commitment: Buffer
  readonly seed_sealed: Buffer
  /** The chain's last head; the commitment before the first draw. */
  readonly head: Buffer
  /** Number of drawn cards: the next one follows them. */
  readonly drawn: number
  readonly last_drawn_at: Date | null
  /** Codes that are not void: each can claim a card. */
  readonly codes: number
  readonly preparations: number
  readonly prepared_by: string
  readonly prepared_at: Date
  /** Null until it is sealed. */
  readonly sealed_by: string | null
  readonly sealed_at: Date | null
}

/** The first instant of each club day of a campaign. */
export const daysOf = (
  { starts_at, ends_at }: { readonly starts_at: Date; readonly ends_at: Date },
  zone: TimeZone,
): Date[] => {
  const days: Date[] = []
  let start: Date | undefined = starts_at
  while (start && start < ends_at) {
    days.push(start)
    start = endOfClubDay(clubDayOf(start, zone), zone)
  }
  return days
}

/** What the deck of a campaign is built from. */
export const planOf = (
  campaign_id: string,
  { cards, prizes }: Pick<ScratchCardSettings, 'cards' | 'prizes'>,
  days: number,
): DeckPlan => ({
  campaign_id,
  cards,
  days,
  prizes: prizes.map(({ quantity, value_cents, title }) => ({ quantity, value_cents, title })),
})
