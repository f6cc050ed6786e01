import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { shops } from '../../../seeds/demonstration/shops.ts'
import { openDatabase } from '../../db/database.ts'
import { useTwoServers } from '../two-servers.ts'
import { runRandomEvents } from './random-events.ts'
import type { Outcomes, RandomRun } from './random-loops.ts'
import { runRandomGifts } from './random-gifts.ts'
import { runRandomPoints } from './random-points.ts'
import { runRandomReceipts } from './random-receipts.ts'

const servers = useTwoServers()
const [{ cnpj }] = shops
const club = {
  get db() {
    return servers.database.db
  },
  urlOf: servers.urlOf,
}

/** Runs random operations; a failure shows the seed, which repeats the same choices as RANDOM_SEED. */
const withSeed = async (
  runOperations: (run: RandomRun) => Promise<Outcomes>,
  size: Omit<RandomRun, 'seed'>,
) => {
  const seed = process.env['RANDOM_SEED'] ?? randomUUID()
  try {
    return await runOperations({ seed, ...size })
  } catch (error) {
    throw new Error(`Failed with RANDOM_SEED=${seed}: ${String(error)}`, { cause: error })
  }
}

test('random reservations, waiting lists, pauses and reversals on two servers violate no event-ticket invariant', async () => {
  const outcomes = await withSeed((run) => runRandomEvents(club, run), { loops: 8, steps: 70 })
  for (const operation of ['reserve', 'confirm', 'cancel', 'accept an offer', 'pause', 'reverse'])
    expect(outcomes[`${operation}: ok`]).toBeGreaterThan(0)
})

test('random histories of points on two connection pools keep the ledger correct and spend no expired points', async () => {
  const other = openDatabase(servers.database.url, { poolSize: 10 })
  try {
    const outcomes = await withSeed((run) => runRandomPoints([club.db, other.db], run), {
      loops: 8,
      steps: 100,
    })
    for (const operation of ['earn', 'spend', 'reverse', 'restore'])
      expect(outcomes[`${operation}: ok`]).toBeGreaterThan(0)
  } finally {
    await other.close()
  }
})

test('random registrations, decisions, appeals and reversals of the same receipts on two servers credit each receipt’s points once', async () => {
  const outcomes = await withSeed((run) => runRandomReceipts(club, { ...run, cnpj }), { loops: 8, steps: 60 })
  for (const operation of ['register', 'approve', 'appeal', 'reverse'])
    expect(outcomes[`${operation}: ok`]).toBeGreaterThan(0)
})

test('random histories of gifts on two servers keep credit, points, stock and deliveries consistent', async () => {
  const outcomes = await withSeed((run) => runRandomGifts(servers, { ...run, cnpj }), { loops: 8, steps: 70 })
  for (const operation of [
    'print',
    'cancel',
    'expire',
    'deliver',
    'undo a delivery',
    'reverse a receipt',
    'transfer',
  ])
    expect(outcomes[`${operation}: ok`]).toBeGreaterThan(0)
})
