import { randomUUID } from 'node:crypto'
import { cancelGiftVoucherCall } from '@clube/contract/free-gifts/calls.ts'
import {
  listMovementsCall,
  listStockCampaignsCall,
  recordStockLossCall,
  readStockCall,
} from '@clube/contract/free-gifts/stock-calls.ts'
import { expect, test } from 'vitest'
import { dataOf, gifts, pickupPoints, useGiftsClub } from '../gifts-club.testing.ts'

const club = useGiftsClub()
const desk = () => club.staff('bruno', 'marketing')
const dayMs = 24 * 3_600_000
const read = async (campaign_id: string) =>
  dataOf(await desk().send(readStockCall, { query: { campaign_id } }))

test('the stock desk lists only campaigns with gifts, with the sums of their stock', async () => {
  const { id } = await club.giftCampaign(4)
  await club.voucherHolder(id)
  await club.campaign()
  const list = dataOf(await desk().send(listStockCampaignsCall))
  expect(list.map(({ campaign_id }) => campaign_id)).toEqual([id])
  expect(list).toMatchObject([{ state: 'active', on_hand: 11, reserved: 1, delivered: 0 }])
})

test('the stock of a campaign is shown with its use per day and a forecast of when it runs out', async () => {
  const { id } = await club.giftCampaign(0)
  expect(await read(id)).toMatchObject({ stock: [], runs_out_at: null })
  await club.tryReceive(id, 4)
  expect(await read(id)).toMatchObject({ runs_out_at: null })
  await club.voucherHolder(id)
  club.clock.advance(dayMs)
  await club.voucherHolder(id)
  const { browser, voucher } = await club.voucherHolder(id)
  await browser.send(cancelGiftVoucherCall, { body: { voucher_id: voucher.voucher_id } })
  const stock = await read(id)
  expect(stock).toMatchObject({
    gifts: [{ title: 'Copo térmico', variant: 'Azul' }, {}, {}],
    pickup_points: [pickupPoints.north, pickupPoints.south],
    stock: [{ gift_id: gifts.cup.gift_id, on_hand: 2, reserved: 2, delivered: 0 }],
  })
  expect(stock.days.slice(-2)).toEqual([
    { day: '2026-12-10', issued: 1, delivered: 0 },
    { day: '2026-12-11', issued: 1, delivered: 0 },
  ])
  expect(stock.runs_out_at).toMatch(/^2026-12-\d\dT/)
  club.clock.advance(-dayMs)
})

test('stock movements are listed newest first, page by page', async () => {
  const { id: campaign_id } = await club.giftCampaign(0)
  await club.tryReceive(campaign_id, 60)
  for (let n = 0; n < 50; n += 1)
    await desk().send(recordStockLossCall, {
      body: {
        campaign_id,
        gift_id: gifts.cup.gift_id,
        pickup_point_id: pickupPoints.north.pickup_point_id,
        client_movement_id: randomUUID(),
        reason: 'Caixa molhada',
        units: 1,
      },
    })
  const first = await desk().send(listMovementsCall, { query: { campaign_id } })
  expect(first).toMatchObject({
    data: { length: 50, 0: { kind: 'lost', units: -1, reason: 'Caixa molhada' } },
  })
  const cursor = (first.ok && first.next_cursor) || ''
  expect(await desk().send(listMovementsCall, { query: { campaign_id, cursor } })).toMatchObject({
    data: [{ kind: 'received', units: 60, to_pickup_point_id: null, created_at: '2026-12-10T15:00:00.000Z' }],
    next_cursor: null,
  })
})

test('the stock of an unknown campaign and of another kind is not found', async () => {
  const { id } = await club.campaign()
  for (const campaign_id of [id, randomUUID()])
    for (const call of [readStockCall, listMovementsCall])
      expect(await desk().send(call, { query: { campaign_id } })).toMatchObject({
        status: 404,
        code: 'campaigns.unknown',
      })
})
