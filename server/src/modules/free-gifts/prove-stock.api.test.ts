import { randomUUID } from 'node:crypto'
import { recordStockLossCall, transferStockCall } from '@clube/contract/free-gifts/stock-calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../db/database.ts'
import { proveNow } from '../proofs/index.ts'
import { dataOf, gifts, pickupPoints, useGiftsClub } from './gifts-club.testing.ts'
import { createStockProof } from './prove-stock.ts'
import { deliverUnit } from './stock/deliver-unit.ts'
import { findDiscrepancies } from './stock-proof-store.ts'

const club = useGiftsClub()
const proof = () => createStockProof(club.database)

/** A campaign with a transfer, a loss, an issued voucher and a delivered one. */
const campaignWithHistory = async () => {
  const { id: campaign_id } = await club.giftCampaign(0, { stock_total: 20 })
  dataOf(await club.tryReceive(campaign_id, 10))
  const movement = () => ({
    campaign_id,
    gift_id: gifts.cup.gift_id,
    pickup_point_id: pickupPoints.north.pickup_point_id,
    client_movement_id: randomUUID(),
    reason: 'Balcão lotado',
  })
  const desk = club.staff('bruno', 'marketing')
  const to_pickup_point_id = pickupPoints.south.pickup_point_id
  dataOf(await desk.send(transferStockCall, { body: { ...movement(), to_pickup_point_id, units: 3 } }))
  dataOf(await desk.send(recordStockLossCall, { body: { ...movement(), units: 2 } }))
  await club.voucherHolder(campaign_id)
  const { voucher } = await club.voucherHolder(campaign_id)
  await inTransaction(club.database.db, async (tx) => {
    const now = club.clock.now()
    await tx
      .updateTable('gift_voucher')
      .set({ state: 'delivered', delivered_at: now })
      .where('id', '=', voucher.voucher_id)
      .execute()
    await deliverUnit(tx, { key: movement(), campaign: { id: campaign_id, stock_total: 20 }, now })
  })
  return {
    campaign_id,
    row: [campaign_id, gifts.cup.gift_id, pickupPoints.north.pickup_point_id].join('/'),
  }
}

test('a recent pass of the gift stock proof omits campaigns whose pickup period ended more than two days ago', async () => {
  const { campaign_id } = await campaignWithHistory()
  await sql`update campaign set stock_taken = stock_taken + 1 where id = ${campaign_id}`.execute(
    club.database.db,
  )
  const findings = async (kind: 'full' | 'recent', now: string) =>
    (await proof().step({ kind, mark: null, position: null, now: new Date(now) })).findings.length
  expect(await findings('recent', '2027-01-11T00:00:00Z')).toBe(1)
  expect(await findings('recent', '2027-01-13T00:00:00Z')).toBe(0)
  expect(await findings('full', '2027-01-13T00:00:00Z')).toBe(1)
  await sql`update campaign set stock_taken = stock_taken - 1 where id = ${campaign_id}`.execute(
    club.database.db,
  )
})

const north = `pickup_point_id = '${pickupPoints.north.pickup_point_id}'`

test.each([
  [
    'units on hand',
    `update gift_stock set on_hand = on_hand + 1, moved = moved + 1 where ${north}`,
    [
      ['count-matches-movements', 5, 6],
      ['used-stock-matches-units', 2, 3],
    ],
  ],
  [
    'a movement',
    `update gift_stock_movement set units = -1 where kind = 'lost'`,
    [['count-matches-movements', 6, 5]],
  ],
  [
    'reserved units',
    `update gift_stock set on_hand = on_hand - 1, reserved = reserved + 1 where ${north}`,
    [['reserved-matches-vouchers', 1, 2]],
  ],
  [
    'a voucher',
    `update gift_voucher set state = 'issued', delivered_at = null where state = 'delivered'`,
    [
      ['reserved-matches-vouchers', 2, 1],
      ['delivered-matches-vouchers', 0, 1],
    ],
  ],
  [
    'delivered units',
    `update gift_stock set on_hand = on_hand - 1, delivered = delivered + 1 where ${north}`,
    [
      ['delivered-matches-vouchers', 1, 2],
      ['used-stock-matches-units', 4, 3],
    ],
  ],
  [
    'the stock of the campaign',
    `update campaign set stock_taken = stock_taken - 1 where stock_taken > 0`,
    [['used-stock-matches-units', 3, 2]],
  ],
])('the proof of the stock of gifts detects tampering with %s', async (_what, statement, expected) => {
  const { campaign_id, row } = await campaignWithHistory()
  expect(await proveNow(proof(), club.clock.now())).toEqual([])
  const undo = new Error('undo')
  await inTransaction(club.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
    expect(await findDiscrepancies(tx, campaign_id)).toEqual(
      expected.map(([check, counted, found]) => ({
        check,
        subject: check === 'used-stock-matches-units' ? campaign_id : row,
        expected: counted,
        found,
      })),
    )
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
})

test('the proof of the stock of gifts accepts a campaign without a promised total', async () => {
  const { id } = await club.giftCampaign(3)
  await club.voucherHolder(id)
  expect(await findDiscrepancies(club.database.db, id)).toEqual([])
})
