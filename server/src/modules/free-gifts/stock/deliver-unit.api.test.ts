import { expect, test } from 'vitest'
import { inTransaction } from '../../../db/database.ts'
import { findCampaignFacts } from '../../campaigns/index.ts'
import { gifts, pickupPoints, useGiftsClub } from '../gifts-club.testing.ts'
import { deliverUnit, undoUnitDelivery } from './deliver-unit.ts'

const club = useGiftsClub()

/** A campaign with vouchers for all its units. */
const campaignOf = async (units: number, stock_total: number | null = units) => {
  const { id } = await club.giftCampaign(0, { stock_total })
  await club.tryReceive(id, units)
  for (let n = 0; n < units; n += 1) await club.voucherHolder(id)
  const key = {
    campaign_id: id,
    gift_id: gifts.cup.gift_id,
    pickup_point_id: pickupPoints.north.pickup_point_id,
  }
  const now = club.clock.now()
  const campaign = { id, stock_total }
  return {
    id,
    deliver: () => inTransaction(club.database.db, (tx) => deliverUnit(tx, { key, campaign, now })),
    undo: () => inTransaction(club.database.db, (tx) => undoUnitDelivery(tx, { key, campaign })),
  }
}

const stateOf = async (id: string) => (await findCampaignFacts(club.database.db, [id])).get(id)?.state
const takenOf = async (id: string) => {
  const query = club.database.db.selectFrom('campaign').select('stock_taken').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).stock_taken
}

test('a campaign ends with the delivery of its last promised gift, and an undone delivery does not restart it', async () => {
  const { id, deliver, undo } = await campaignOf(2)
  await deliver()
  expect([await stateOf(id), await takenOf(id)]).toEqual(['active', 1])
  await undo()
  expect([await club.stockOf(id), await takenOf(id)]).toEqual([{ on_hand: 0, reserved: 2, delivered: 0 }, 0])
  await deliver()
  await deliver()
  expect([await stateOf(id), await takenOf(id)]).toEqual(['ended', 2])
  await expect(deliver()).rejects.toThrow('not reserved')
  await undo()
  expect([await stateOf(id), await takenOf(id)]).toEqual(['ended', 1])
})

test('a campaign without a promised total does not end with its last gift', async () => {
  const { id, deliver, undo } = await campaignOf(1, null)
  await deliver()
  expect([await stateOf(id), await takenOf(id)]).toEqual(['active', 0])
  await undo()
  await expect(undo()).rejects.toThrow('was not delivered')
  expect(await club.stockOf(id)).toEqual({ on_hand: 0, reserved: 1, delivered: 0 })
})
