import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { listMyGiftsCall, printGiftCall } from '@clube/contract/free-gifts/calls.ts'
import { promotionConformance } from '../campaigns/promotion-conformance.testing.ts'
import { dataOf, gifts, giftSettings, pickupPoints, useGiftsClub } from './gifts-club.testing.ts'

const club = useGiftsClub()

const bodyOf = (opened: { transaction_id: string; campaign_id: string }) => ({
  transaction_id: opened.transaction_id,
  campaign_id: opened.campaign_id,
  gift_id: gifts.bag.gift_id,
  pickup_point_id: pickupPoints.north.pickup_point_id,
  print_request_id: randomUUID(),
})

const dayMs = 24 * 3_600_000
/** Requests a copy of a voucher after the given change. */
const copyAfter = async (change: (voucher_id: string) => Promise<unknown>) => {
  const { id: campaign_id } = await club.giftCampaign()
  const { transaction_id, voucher, ...person } = await club.voucherHolder(campaign_id)
  await change(voucher.voucher_id)
  return club.print(person, { campaign_id, transaction_id })
}

promotionConformance({
  kind: 'free_gifts',
  club,
  call: printGiftCall,
  // Without a later deadline, an ended campaign issues no vouchers.
  campaign: () => club.giftCampaign(10, { redeem_until: null }),
  request: async (opened) => {
    await club.earn(opened.customer_id, 100)
    return { body: bodyOf(opened) }
  },
  otherRequest: async (opened) => {
    await club.earn(opened.customer_id, 100)
    return { body: { ...bodyOf(opened), gift_id: gifts.cup.gift_id } }
  },
  effects: async (customer_id) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from gift_voucher
      where customer_id = ${customer_id} and state = 'issued'`.execute(club.database.db)
    return rows[0]?.count ?? 0
  },
  visibleEffects: async (browser) => dataOf(await browser.send(listMyGiftsCall)).length,
  storedData: async (customer_id) => {
    const { rows } = await sql`select v.*, p.* from gift_voucher v join gift_print p on p.voucher_id = v.id
      where customer_id = ${customer_id}`.execute(club.database.db)
    return JSON.stringify(rows)
  },
  personalData: [],
  settings: { ...giftSettings, gifts: [gifts.bag] },
  invalidSettings: [
    { settings: {}, paths: ['gifts', 'pickup_points', 'valid_days', 'needs_signature'] },
    { settings: { ...giftSettings, every: 1 }, paths: [''] },
    { settings: { ...giftSettings, gifts: [gifts.cup] }, paths: ['gifts.0.price'] },
  ],
  effectsAfterDeletion: { requested: 1, final: 0 },
  ownData: async ({ campaign_id, transaction_id }) => ({
    gift_vouchers: [{ campaign_id, transaction_id, state: 'issued', gift: { title: 'Sacola de pano' } }],
  }),
  refusals: {
    'free-gifts.unknown-gift': async () =>
      club.tryChoose(await club.shopper(), (await club.giftCampaign()).id, {
        gift: { ...gifts.cup, gift_id: randomUUID() },
      }),
    'free-gifts.unknown-pickup-point': async () =>
      club.tryChoose(await club.shopper(), (await club.giftCampaign()).id, {
        point: { pickup_point_id: randomUUID() },
      }),
    'free-gifts.sold-out': async () => club.tryChoose(await club.shopper(), (await club.giftCampaign(0)).id),
    'free-gifts.gift-sold-out': async () => {
      const { id } = await club.giftCampaign(0)
      dataOf(await club.tryReceive(id, 1, { gift: gifts.bag }))
      return club.tryChoose(await club.shopper(), id)
    },
    'free-gifts.not-at-this-point': async () =>
      club.tryChoose(await club.shopper(), (await club.giftCampaign()).id, { point: pickupPoints.south }),
    'free-gifts.missing-receipts': async () =>
      club.tryChoose(await club.shopper(0), (await club.giftCampaign()).id),
    'free-gifts.daily-limit': async () => {
      const { id } = await club.giftCampaign(10, {}, { limit_per_day: 1 })
      const person = await club.shopper(2)
      dataOf(await club.tryChoose(person, id))
      return club.tryChoose(person, id)
    },
    'points.insufficient': async () => {
      const { id } = await club.giftCampaign()
      const person = await club.shopper()
      dataOf(await club.tryChoose(person, id, { gift: gifts.bag }))
      return club.tryChoose(person, id, { gift: gifts.basket })
    },
    'points.waiting': async () => {
      const { id } = await club.giftCampaign()
      const person = await club.join()
      await club.earn(person.customer_id, 100, new Date(club.clock.now().getTime() + dayMs))
      return club.tryChoose(person, id, { gift: gifts.bag })
    },
    'free-gifts.no-copies-left': async () => {
      const { id: campaign_id } = await club.giftCampaign()
      const { transaction_id, ...person } = await club.voucherHolder(campaign_id)
      for (let copy = 1; copy <= 3; copy += 1)
        dataOf(await club.print(person, { campaign_id, transaction_id }))
      return club.print(person, { campaign_id, transaction_id })
    },
    'free-gifts.already-delivered': () =>
      copyAfter((id) =>
        club.database.db
          .updateTable('gift_voucher')
          .set({ state: 'delivered', delivered_at: club.clock.now() })
          .where('id', '=', id)
          .execute(),
      ),
    'free-gifts.voucher-expired': () => copyAfter(async () => club.clock.advance(10 * dayMs)),
    // Visible only until the participation is returned, in the same transaction.
    'free-gifts.voucher-cancelled': () =>
      copyAfter((id) =>
        club.database.db
          .updateTable('gift_voucher')
          .set({ state: 'cancelled', ended_at: club.clock.now() })
          .where('id', '=', id)
          .execute(),
      ),
  },
})
