import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSimulatedClub } from '../bench/receipts/simulated-club.ts'
import { simulate, strategies, type Strategy } from '../bench/receipts/simulation.ts'
import { useDatabase } from '../server/src/testing/database.ts'

/** A small run of `bench/receipts.ts`; bench/README.md explains how to measure another checkout. */
const small = { seed: 'receipts', launch: 4, days: 20, shops: 15, joining: 12 }
const dishonestCount = 4
/** Points that the same shoppers earned before the plausibility rules. */
const earnedBefore: Readonly<Record<Strategy, number>> = {
  'invent numbers': 233_519,
  'extend one receipt': 229_333,
  'watch every shop': 104_921,
  'know the rules': 104_921,
}

describe.each(Object.keys(strategies) as Strategy[])('dishonest shoppers who %s', (strategy) => {
  const database = useDatabase()

  test('dishonest shoppers earn less than 5 % of what they earned without the plausibility rules, and more than 95 % of genuine receipts of new customers are decided immediately', async () => {
    const club = await openSimulatedClub(join(import.meta.dirname, '..'), database.db)
    const dishonest = { count: dishonestCount, strategy }
    const { earned, first_day } = await simulate(club, { ...small, dishonest })
    expect(earned).toBeLessThan(earnedBefore[strategy] * 0.05)
    expect(first_day.immediate / first_day.receipts).toBeGreaterThan(0.95)
  })
})
