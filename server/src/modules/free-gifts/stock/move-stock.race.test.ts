import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, openDatabase, type Database } from '../../../db/database.ts'
import { proveNow } from '../../proofs/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { gifts, giftDepsOf, pickupPoints, tally, useGiftsClub } from '../gifts-club.testing.ts'
import { createStockProof } from '../prove-stock.ts'
import { expireDue } from '../vouchers/voucher-store.ts'
import { countStock } from './count-stock.ts'
import { recordStockLoss } from './record-stock-loss.ts'
import { transferStock } from './transfer-stock.ts'

const club = useGiftsClub()
const { north, south } = pickupPoints
const dayMs = 24 * 3_600_000

/** Movements use two connection pools, like two processes; printing uses that of the server. */
let pools: Database[] = []
beforeAll(() => {
  pools = [1, 2].map(() => openDatabase(club.database.url, { poolSize: 10 }))
})
afterAll(() => Promise.all(pools.map((pool) => pool.close())))
const depsOf = (index: number): FreeGiftDeps =>
  giftDepsOf(club, () => pools[index % 2]?.db ?? club.database.db)

const fieldsOf = (campaign_id: string, client_movement_id: string) => ({
  campaign_id,
  gift_id: gifts.cup.gift_id,
  pickup_point_id: north.pickup_point_id,
  client_movement_id,
  reason: 'Balcão lotado',
  staff_id: 'bruno',
})
type Move = (
  index: number,
  id: string,
  input: { units: number; client_movement_id?: string },
) => Promise<unknown>
const transfer: Move = (index, id, { units, client_movement_id = randomUUID() }) =>
  transferStock(depsOf(index), {
    ...fieldsOf(id, client_movement_id),
    to_pickup_point_id: south.pickup_point_id,
    units,
  })
const transferBack: Move = (index, id, { units, client_movement_id = randomUUID() }) =>
  transferStock(depsOf(index), {
    ...fieldsOf(id, client_movement_id),
    pickup_point_id: south.pickup_point_id,
    to_pickup_point_id: north.pickup_point_id,
    units,
  })
const recordLoss: Move = (index, id, { units, client_movement_id = randomUUID() }) =>
  recordStockLoss(depsOf(index), { ...fieldsOf(id, client_movement_id), units })

/** Number of attempts per outcome: refusal code or `ok`. */
const outcomesOf = async (attempts: readonly Promise<unknown>[]): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const each of await Promise.allSettled(attempts)) {
    const key = each.status === 'fulfilled' ? 'ok' : String((each.reason as { code?: string }).code)
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}
const times = <Result>(count: number, each: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => each(index))

type Shopper = Awaited<ReturnType<typeof club.shopper>>

/** A campaign with `units` at the north desk, and people who have opened a participation. */
const rushOf = async (units: number, people: number) => {
  const { id } = await club.giftCampaign(0, { stock_total: 100 })
  await club.tryReceive(id, units)
  const opened: { person: Shopper; campaign_id: string; transaction_id: string }[] = []
  for (let n = 0; n < people; n += 1) {
    const person = await club.shopper()
    opened.push({ person, campaign_id: id, transaction_id: await club.start(person, id) })
  }
  return {
    id,
    print: () => opened.map(({ person, ...request }) => club.print(person, request)),
  }
}
const stockAt = async (campaign_id: string, { pickup_point_id }: { pickup_point_id: string }) =>
  club.database.db
    .selectFrom('gift_stock')
    .select(['on_hand', 'reserved'])
    .where('campaign_id', '=', campaign_id)
    .where('pickup_point_id', '=', pickup_point_id)
    .executeTakeFirstOrThrow()
const findings = () => proveNow(createStockProof(club.database), club.clock.now())

test('losses concurrent with prints never remove a unit of a voucher', async () => {
  const { id, print } = await rushOf(10, 12)
  const [vouchers, { ok: lost = 0 }] = await Promise.all([
    Promise.all(print()),
    outcomesOf(times(8, (index) => recordLoss(index, id, { units: 1 }))),
  ])
  const { ok: issued = 0 } = tally(vouchers)
  expect(await stockAt(id, north)).toEqual({ on_hand: 10 - issued - lost, reserved: issued })
  expect(issued + lost).toBe(10)
  expect(await findings()).toEqual([])
})

test('10 counts concurrent with prints correct the stock at most once, and vouchers are limited to the counted units', async () => {
  const { id, print } = await rushOf(10, 8)
  const count = (index: number) =>
    countStock(depsOf(index), { ...fieldsOf(id, randomUUID()), counted: 6, expected: 10 })
  const [vouchers, counted] = await Promise.all([Promise.all(print()), outcomesOf(times(10, count))])
  const { ok: issued = 0 } = tally(vouchers)
  const { ok: corrected = 0 } = counted
  if (corrected === 0) expect(counted).toEqual({ 'free-gifts.fewer-than-reserved': 10 })
  else expect(corrected).toBe(1)
  const units = corrected === 1 ? 6 : 10
  expect(issued).toBe(Math.min(8, units))
  expect(await stockAt(id, north)).toEqual({ on_hand: units - issued, reserved: issued })
  expect(await findings()).toEqual([])
})

test('opposite transfers concurrent with expiries at both pickup points do not deadlock, and conserve the units', async () => {
  const { id } = await club.giftCampaign(0)
  await club.tryReceive(id, 30)
  await club.tryReceive(id, 30, { point: south })
  for (const point of [north, south, north, south]) await club.voucherHolder(id, { point })
  const expiry = new Date(club.clock.now().getTime() + 11 * dayMs)
  const outcomes = await outcomesOf([
    ...times(20, (index) => transfer(index, id, { units: 1 })),
    ...times(20, (index) => transferBack(index, id, { units: 1 })),
    ...times(4, (index) => inTransaction(depsOf(index).db, (tx) => expireDue(tx, expiry, 100))),
  ])
  expect(outcomes).toEqual({ ok: 44 })
  for (const point of [north, south]) expect(await stockAt(id, point)).toEqual({ on_hand: 30, reserved: 0 })
  expect(await findings()).toEqual([])
})

test.each([
  ['transfer', transfer, 5],
  ['loss', recordLoss, 5],
  [
    'count',
    (index, id, { units, client_movement_id = randomUUID() }) =>
      countStock(depsOf(index), { ...fieldsOf(id, client_movement_id), counted: 10 - units, expected: 10 }),
    5,
  ],
] satisfies [string, Move, number][])(
  'a %s that is sent 20 times concurrently is stored once',
  async (_kind, move, units) => {
    const { id } = await club.giftCampaign(0, { stock_total: 100 })
    await club.tryReceive(id, 10)
    const client_movement_id = randomUUID()
    const outcomes = await outcomesOf(times(20, (index) => move(index, id, { units, client_movement_id })))
    expect(outcomes).toEqual({ ok: 20 })
    expect(await stockAt(id, north)).toEqual({ on_hand: 10 - units, reserved: 0 })
    expect(await findings()).toEqual([])
  },
)
