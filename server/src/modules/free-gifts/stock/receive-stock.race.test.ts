import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../db/database.ts'
import { gifts, giftDepsOf, pickupPoints, useGiftsClub } from '../gifts-club.testing.ts'
import { receiveStock } from './receive-stock.ts'

const club = useGiftsClub()
let pools: Database[] = []
beforeAll(() => {
  pools = [1, 2].map(() => openDatabase(club.database.url, { poolSize: 10 }))
})
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

/** Receives units through one of two connection pools, like two processes. */
const receive = (index: number, campaign_id: string, units: number, client_movement_id: string) =>
  receiveStock(
    giftDepsOf(club, () => pools[index % 2]?.db ?? club.database.db),
    {
      campaign_id,
      gift_id: gifts.cup.gift_id,
      pickup_point_id: pickupPoints.north.pickup_point_id,
      client_movement_id,
      reason: 'Entrega do fornecedor',
      staff_id: 'bruno',
      units,
    },
  )

test('received units that are sent 20 times concurrently with one id are added once', async () => {
  const { id } = await club.giftCampaign(0)
  const client_movement_id = randomUUID()
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, index) => receive(index, id, 5, client_movement_id)),
  )
  expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1)
  expect(new Set(all.map(({ movement_id }) => movement_id)).size).toBe(1)
  expect(await club.stockOf(id)).toEqual({ on_hand: 5, reserved: 0, delivered: 0 })
})

test('units received in 20 concurrent calls never exceed the promised total', async () => {
  const { id } = await club.giftCampaign(0, { stock_total: 25 })
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => receive(index, id, 3, randomUUID())),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
  const codes = all.flatMap((each) =>
    each.status === 'rejected' ? [(each.reason as { code: string }).code] : [],
  )
  expect(codes).toEqual(Array(12).fill('free-gifts.beyond-promised'))
  expect(await club.stockOf(id)).toEqual({ on_hand: 24, reserved: 0, delivered: 0 })
})
