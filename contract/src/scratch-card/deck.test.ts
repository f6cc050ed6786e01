import { describe, expect, test } from 'vitest'
import { buildDeck, canonicalDeck, commitmentOf, positionsOf, type DeckPlan } from './deck.ts'
import { examplePlan, nodeHash, seedOf } from './deck.testing.ts'
import { toHex } from './deck-hash.ts'
import { createNumbers } from './number-stream.ts'

const build = (plan: DeckPlan, seed = seedOf(1)) => buildDeck(nodeHash, seed, plan)

/** Units of a prize on each day. */
const unitsByDay = (plan: DeckPlan, prize: number, seed = seedOf(1)): number[] => {
  const deck = build(plan, seed)
  return Array.from({ length: plan.days }, (_, day) => {
    const { first, last } = positionsOf(plan, day)
    return deck.slice(first - 1, last).filter((each) => each === prize).length
  })
}

/** Chi-squared of counts that should be equal. */
const chiSquared = (counts: readonly number[]): number => {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

/** Exceeded by chance about once in 30,000 times (Wilson–Hilferty, four standard deviations). */
const limitOf = (cells: number): number => {
  const degreesOfFreedom = cells - 1
  const variance = 2 / (9 * degreesOfFreedom)
  return degreesOfFreedom * (1 - variance + 4 * Math.sqrt(variance)) ** 3
}

describe('a scratch-card deck', () => {
  test('a deck has exactly the quantity of each prize, and blanks on all other cards', () => {
    const deck = build(examplePlan)
    const countOf = (prize: number) => deck.filter((each) => each === prize).length
    expect([0, 1, 2, 3].map(countOf)).toEqual([164, 1, 10, 25])
  })

  test('the units of a prize on any two days of a deck differ by at most one', () => {
    for (let seed = 0; seed < 50; seed += 1)
      for (const prize of [1, 2, 3]) {
        const units = unitsByDay(examplePlan, prize, seedOf(seed))
        expect(Math.max(...units) - Math.min(...units)).toBeLessThanOrEqual(1)
      }
  })

  test('a deck without blanks, with days of different sizes and several remainders, contains every prize', () => {
    for (let cards = 11; cards < 80; cards += 1) {
      const half = Math.floor(cards / 2)
      const prizes = [half, 1, cards - half - 3, 2].map((quantity) => ({
        quantity,
        value_cents: 1,
        title: 'Copo',
      }))
      const plan = { ...examplePlan, cards, days: 11, prizes }
      const deck = build(plan, seedOf(cards))
      expect([1, 2, 3, 4].map((prize) => deck.filter((each) => each === prize).length)).toEqual(
        prizes.map(({ quantity }) => quantity),
      )
    }
  })

  test('the days of a deck cover its positions without gaps', () => {
    for (const [cards, days] of [
      [200, 7],
      [7, 7],
      [1_000_003, 366],
    ] as const) {
      let next = 1
      for (let day = 0; day < days; day += 1) {
        const { first, last } = positionsOf({ cards, days }, day)
        expect(first).toBe(next)
        expect(last).toBeGreaterThanOrEqual(first)
        next = last + 1
      }
      expect(next).toBe(cards + 1)
    }
  })

  test('a deck plan without days, or with fewer cards than prizes or days, is rejected', () => {
    expect(() => build({ ...examplePlan, cards: 35 })).toThrow(RangeError)
    expect(() => build({ ...examplePlan, prizes: [], cards: 6 })).toThrow(RangeError)
    expect(() => build({ ...examplePlan, days: 0 })).toThrow(RangeError)
  })

  test('the same seed and plan always produce the same deck, in the specified format', () => {
    const plan = { ...examplePlan, cards: 20, days: 2, prizes: examplePlan.prizes.slice(0, 2) }
    const deck = build(plan)
    expect(canonicalDeck(plan, deck)).toBe(
      [
        'clube-scratch-deck-1',
        'campaign 0197f0a0-0000-7000-8000-000000000001',
        'days 2',
        'cards 20',
        'prize 1 1 250000 Viagem para a serra, para duas pessoas',
        'prize 2 10 12000 Jantar para dois',
        'deck 2 0 2 1 0 2 0 2 0 2 2 0 0 0 0 2 0 2 2 2',
        '',
      ].join('\n'),
    )
    expect(commitmentOf(nodeHash, seedOf(1), plan, deck)).toBe(
      '4a04a683866fbbab84d2b4905974c67cbad7d7e8623bd2f0d10cbe87fabd2e92',
    )
  })

  test('over 4,000 fixed seeds no prize favors a position within a day', () => {
    const plan = {
      ...examplePlan,
      cards: 45,
      days: 4,
      prizes: [4, 1, 11].map((quantity) => ({ quantity, value_cents: 1, title: 'Copo' })),
    }
    const counts = [0, 1, 2, 3].map(() => Array.from({ length: plan.cards }, () => 0))
    for (let seed = 0; seed < 4000; seed += 1)
      build(plan, seedOf(seed)).forEach((prize, index) => {
        counts[prize]![index]! += 1
      })
    for (const positions of counts)
      for (let day = 0; day < plan.days; day += 1) {
        const { first, last } = positionsOf(plan, day)
        const stratum = positions.slice(first - 1, last)
        expect(chiSquared(stratum)).toBeLessThan(limitOf(stratum.length))
      }
  })

  test('over 4,000 fixed seeds a prize with one unit favors no day', () => {
    const plan = { ...examplePlan, cards: 36 }
    const days = Array.from({ length: plan.days }, () => 0)
    for (let seed = 0; seed < 4000; seed += 1) days[unitsByDay(plan, 1, seedOf(seed)).indexOf(1)]! += 1
    expect(chiSquared(days)).toBeLessThan(limitOf(days.length))
  })
})

describe('the number stream of a seed', () => {
  test('random numbers beyond the largest multiple of the limit are skipped', () => {
    // The first block starts with the largest number, which only a limit that divides 2^32 accepts.
    const hmacSha256 = () => Uint8Array.from({ length: 32 }, (_, i) => (i < 4 ? 255 : i === 7 ? 5 : 0))
    expect(createNumbers({ hmacSha256 }, seedOf(1)).below(3)).toBe(2)
    expect(createNumbers({ hmacSha256 }, seedOf(1)).below(2 ** 32)).toBe(2 ** 32 - 1)
  })

  test('each block of random numbers is hashed with its own counter', () => {
    const messages: string[] = []
    const numbers = createNumbers(
      {
        hmacSha256: (key, message) => {
          expect(toHex(key)).toBe(toHex(seedOf(1)))
          messages.push(new TextDecoder().decode(message))
          return nodeHash.hmacSha256(key, message)
        },
      },
      seedOf(1),
    )
    for (let n = 0; n < 17; n += 1) expect(numbers.below(6)).toBeLessThan(6)
    expect(messages).toEqual([0, 1, 2].map((block) => `clube-scratch-deck-1 shuffle ${block}`))
  })
})
