import { sha256Hex, type DeckHash } from './deck-hash.ts'
import { createNumbers, shuffle, type Numbers } from './number-stream.ts'

/** A prize of a deck; its number is its position in the list, from 1. */
export type DeckPrize = {
  readonly quantity: number
  readonly value_cents: number
  /** One line without control characters. */
  readonly title: string
}

/** What a deck is built from, apart from its seed. All of it is published at the start. */
export type DeckPlan = {
  readonly campaign_id: string
  /** Number of cards, at least the sum of the quantities and at least one per day. */
  readonly cards: number
  /** Club days among which the cards are divided. */
  readonly days: number
  readonly prizes: readonly DeckPrize[]
}

/** The number of the prize on each card, by position; 0 is a blank. */
export type Deck = Uint16Array

/** Version of the algorithm: first line of the canonical form and of everything that is hashed. */
export const deckFormat = 'clube-scratch-deck-1'

/** Number of cards before a day. */
const cardsBefore = ({ cards, days }: Pick<DeckPlan, 'cards' | 'days'>, day: number): number =>
  Math.floor((day * cards) / days)

/** The first and the last position of a day, from 1. */
export const positionsOf = (
  plan: Pick<DeckPlan, 'cards' | 'days'>,
  day: number,
): { first: number; last: number } => ({
  first: cardsBefore(plan, day) + 1,
  last: cardsBefore(plan, day + 1),
})

/** Units of each prize by day: `[day][prize]`. */
const divideAmongDays = ({ cards, days, prizes }: DeckPlan, numbers: Numbers): number[][] => {
  const order = Array.from({ length: days }, (_, day) => day)
  shuffle(order, numbers)
  const units = order.map(() => prizes.map(({ quantity }) => Math.floor(quantity / days)))
  const free = units.map((granted, day) => {
    const { first, last } = positionsOf({ cards, days }, day)
    return last - first + 1 - granted.reduce((sum, each) => sum + each, 0)
  })
  let turn = 0
  prizes.forEach(({ quantity }, prize) => {
    for (let rest = quantity % days; rest > 0; turn += 1) {
      const day = order[turn % days]!
      if (free[day]! === 0) continue
      free[day]! -= 1
      units[day]![prize]! += 1
      rest -= 1
    }
  })
  return units
}

/**
 * Builds the deck of a seed, as docs/decisions/0014-sealed-scratch-decks.md describes.
 * @param seed 32 bytes
 * @throws {RangeError} for a plan without days, or with fewer cards than prizes or days
 */
export const buildDeck = (hash: DeckHash, seed: Uint8Array, plan: DeckPlan): Deck => {
  const prizeCards = plan.prizes.reduce((sum, { quantity }) => sum + quantity, 0)
  if (plan.days < 1 || plan.cards < plan.days || plan.cards < prizeCards)
    throw new RangeError('A deck needs a card for each day and each prize')
  const numbers = createNumbers(hash, seed)
  const deck = new Uint16Array(plan.cards)
  divideAmongDays(plan, numbers).forEach((units, day) => {
    const { first, last } = positionsOf(plan, day)
    const stratum = deck.subarray(first - 1, last)
    let next = 0
    units.forEach((count, prize) => {
      stratum.fill(prize + 1, next, next + count)
      next += count
    })
    shuffle(stratum, numbers)
  })
  return deck
}

/** The text that the commitment covers. */
export const canonicalDeck = ({ campaign_id, cards, days, prizes }: DeckPlan, deck: Deck): string =>
  [
    deckFormat,
    `campaign ${campaign_id}`,
    `days ${days}`,
    `cards ${cards}`,
    ...prizes.map(
      ({ quantity, value_cents, title }, index) => `prize ${index + 1} ${quantity} ${value_cents} ${title}`,
    ),
    `deck ${deck.join(' ')}`,
    '',
  ].join('\n')

/** SHA-256(seed ‖ canonical deck), in hexadecimal: published before the first draw. */
export const commitmentOf = (hash: DeckHash, seed: Uint8Array, plan: DeckPlan, deck: Deck): string =>
  sha256Hex(hash, seed, canonicalDeck(plan, deck))
