import { randomUUID } from 'node:crypto'
import {
  countStockCall,
  recordStockLossCall,
  transferStockCall,
} from '@clube/contract/free-gifts/stock-calls.ts'
import { describe, expect, test } from 'vitest'
import { searchAudit } from '../../audit/index.ts'
import { dataOf, gifts, giftSettings, pickupPoints, useGiftsClub } from '../gifts-club.testing.ts'

const club = useGiftsClub()
const desk = () => club.staff('bruno', 'marketing')
const { north, south } = pickupPoints

/** A movement of the cup at the north desk. */
const fieldsOf = (campaign_id: string) => ({
  campaign_id,
  gift_id: gifts.cup.gift_id,
  pickup_point_id: north.pickup_point_id,
  client_movement_id: randomUUID(),
  reason: 'Caixa molhada',
})
const toNorth = { to_pickup_point_id: north.pickup_point_id }
const toSouth = { to_pickup_point_id: south.pickup_point_id }
const transfer = (campaign_id: string, units: number, change: object = {}) =>
  desk().send(transferStockCall, { body: { ...fieldsOf(campaign_id), ...toSouth, units, ...change } })
const recordLoss = (campaign_id: string, units: number, change: object = {}) =>
  desk().send(recordStockLossCall, { body: { ...fieldsOf(campaign_id), units, ...change } })
const count = (campaign_id: string, counted: number, expected: number, change: object = {}) =>
  desk().send(countStockCall, { body: { ...fieldsOf(campaign_id), counted, expected, ...change } })

const campaignOf = async (campaign_id: string) =>
  club.database.db
    .selectFrom('campaign')
    .select(['state', 'stock_taken'])
    .where('id', '=', campaign_id)
    .executeTakeFirstOrThrow()
const sentencesOf = async (campaign_id: string, action: string) => {
  const { lines } = await searchAudit(club.database.db, { subject_id: campaign_id, cursor: null, limit: 20 })
  return lines.filter((line) => line.action === `free-gifts.${action}`).map(({ sentence }) => sentence)
}

describe('transfers', () => {
  test('a transfer moves free units to another pickup point, with an audit line', async () => {
    const { id } = await club.giftCampaign(5)
    await club.voucherHolder(id)
    expect(dataOf(await transfer(id, 3)).stock).toEqual([
      {
        gift_id: gifts.cup.gift_id,
        pickup_point_id: north.pickup_point_id,
        on_hand: 1,
        reserved: 1,
        delivered: 0,
      },
      {
        gift_id: gifts.cup.gift_id,
        pickup_point_id: south.pickup_point_id,
        on_hand: 3,
        reserved: 0,
        delivered: 0,
      },
    ])
    expect(await sentencesOf(id, 'transfer-stock')).toEqual([
      'Transferiu 3 brindes de Balcão Norte para Balcão Sul: Copo térmico, Azul.',
    ])
    const southToNorth = { ...toNorth, pickup_point_id: south.pickup_point_id }
    expect(dataOf(await transfer(id, 3, southToNorth)).stock).toMatchObject([{ on_hand: 0 }, { on_hand: 4 }])
  })

  test('reserved units cannot be transferred, and the refusal states how many are free', async () => {
    const { id } = await club.giftCampaign(2)
    await club.voucherHolder(id)
    expect(await transfer(id, 2)).toMatchObject({
      status: 409,
      code: 'free-gifts.too-few-units',
      message: 'Só há 1 unidade livre neste ponto; as outras estão reservadas.',
      errors: [{ path: 'units' }],
    })
  })

  test('a transfer to the same or an unknown pickup point is refused', async () => {
    const { id } = await club.giftCampaign(2)
    expect(await transfer(id, 1, toNorth)).toMatchObject({
      status: 422,
      errors: [{ path: 'to_pickup_point_id', message: 'Escolha outro ponto de retirada' }],
    })
    expect(await transfer(id, 1, { to_pickup_point_id: randomUUID() })).toMatchObject({
      status: 404,
      code: 'free-gifts.unknown-pickup-point',
    })
  })
})

describe('losses', () => {
  test('lost units leave the stock and count as taken from the campaign, with an audit line', async () => {
    const { id } = await club.giftCampaign(0, { stock_total: 10 })
    await club.tryReceive(id, 5)
    expect(dataOf(await recordLoss(id, 2)).stock).toMatchObject([{ on_hand: 3, reserved: 0, delivered: 0 }])
    expect(await campaignOf(id)).toEqual({ state: 'active', stock_taken: 2 })
    expect(await sentencesOf(id, 'lose-stock')).toEqual([
      'Registrou a perda de 2 brindes em Balcão Norte: Copo térmico, Azul.',
    ])
  })

  test('the loss of the last promised unit ends the campaign, unless a unit is reserved for a voucher', async () => {
    const { id } = await club.giftCampaign(0, { stock_total: 2 })
    await club.tryReceive(id, 2)
    await club.voucherHolder(id)
    await recordLoss(id, 1)
    expect(await campaignOf(id)).toEqual({ state: 'active', stock_taken: 1 })
    const { id: other } = await club.giftCampaign(0, { stock_total: 2 })
    await club.tryReceive(other, 2)
    await recordLoss(other, 2)
    expect(await campaignOf(other)).toEqual({ state: 'ended', stock_taken: 2 })
  })

  test('reserved units and units of a pickup point without stock cannot be lost', async () => {
    const { id } = await club.giftCampaign(1)
    await club.voucherHolder(id)
    for (const point of [{}, { pickup_point_id: south.pickup_point_id }])
      expect(await recordLoss(id, 1, point)).toMatchObject({
        status: 409,
        message: 'Só há 0 unidades livres neste ponto; as outras estão reservadas.',
      })
  })
})

describe('counts', () => {
  test('a count corrects free units in both directions, and the campaign’s stock with them', async () => {
    const { id } = await club.giftCampaign(0, { stock_total: 10 })
    await club.tryReceive(id, 5)
    await club.voucherHolder(id)
    expect(dataOf(await count(id, 3, 5)).stock).toMatchObject([{ on_hand: 2, reserved: 1 }])
    expect(await campaignOf(id)).toMatchObject({ stock_taken: 2 })
    expect(dataOf(await count(id, 4, 3)).stock).toMatchObject([{ on_hand: 3, reserved: 1 }])
    expect(await campaignOf(id)).toMatchObject({ stock_taken: 1 })
    expect(dataOf(await count(id, 4, 4)).stock).toMatchObject([{ on_hand: 3, reserved: 1 }])
    expect(await sentencesOf(id, 'count-stock')).toEqual([
      'Contou 4 brindes em Balcão Norte, onde constavam 4: Copo térmico, Azul.',
      'Contou 4 brindes em Balcão Norte, onde constavam 3: Copo térmico, Azul.',
      'Contou 3 brindes em Balcão Norte, onde constavam 5: Copo térmico, Azul.',
    ])
  })

  test('a count that expects a different number of units from the one recorded is refused', async () => {
    const { id } = await club.giftCampaign(5)
    expect(await count(id, 5, 4)).toMatchObject({
      status: 409,
      code: 'free-gifts.stock-changed',
      message: 'O estoque mudou durante a contagem. Confira o número e registre de novo.',
    })
  })

  test('a voucher issued during a count does not change the number on the shelf', async () => {
    const { id } = await club.giftCampaign(5)
    await club.voucherHolder(id)
    expect(dataOf(await count(id, 4, 5)).stock).toMatchObject([{ on_hand: 3, reserved: 1 }])
  })

  test('a count of fewer units than reserved, or of more than received, is refused', async () => {
    const { id } = await club.giftCampaign(2)
    await club.voucherHolder(id)
    expect(await count(id, 0, 2)).toMatchObject({
      status: 409,
      message: 'Há 1 brinde reservado neste ponto. Procure antes os que faltam.',
      errors: [{ path: 'counted' }],
    })
    expect(await count(id, 3, 2)).toMatchObject({
      status: 409,
      message: 'A contagem passa do que foi recebido. Registre antes o recebimento.',
      errors: [{ path: 'counted' }],
    })
  })

  test('a unit that a transfer moved without recording it can be counted at its destination only after a count at its origin without it', async () => {
    const { id } = await club.giftCampaign(5)
    await transfer(id, 2)
    const atSouth = { pickup_point_id: south.pickup_point_id }
    expect(await count(id, 3, 2, atSouth)).toMatchObject({ code: 'free-gifts.more-than-received' })
    dataOf(await count(id, 2, 3))
    expect(dataOf(await count(id, 3, 2, atSouth)).stock).toMatchObject([{ on_hand: 3 }])
  })
})

test('a stock movement is stored once by its id, and reusing the id with other units, another kind or another campaign is refused', async () => {
  const { id } = await club.giftCampaign(5, { settings: giftSettings })
  const { id: other } = await club.giftCampaign(5)
  const sameId = { client_movement_id: randomUUID() }
  const first = dataOf(await transfer(id, 2, sameId))
  expect(dataOf(await transfer(id, 2, sameId))).toEqual({ ...first, repeated: true })
  const reused = { status: 409, code: 'free-gifts.movement-reused' }
  expect(await transfer(id, 1, sameId)).toMatchObject(reused)
  expect(await recordLoss(id, 2, sameId)).toMatchObject(reused)
  expect(await count(id, 3, 3, sameId)).toMatchObject(reused)
  expect(await transfer(other, 2, sameId)).toMatchObject(reused)
  expect(await club.stockOf(id)).toMatchObject({ on_hand: 3 })
  expect(await club.stockOf(other)).toMatchObject({ on_hand: 5 })
})

test('stock movements of an unknown campaign and of an unknown gift are refused', async () => {
  const { id } = await club.giftCampaign(1)
  expect(await recordLoss(randomUUID(), 1)).toMatchObject({ status: 404, code: 'campaigns.unknown' })
  expect(await recordLoss(id, 1, { gift_id: randomUUID() })).toMatchObject({
    code: 'free-gifts.unknown-gift',
  })
})
