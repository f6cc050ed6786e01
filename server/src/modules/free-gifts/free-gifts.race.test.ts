import { randomUUID } from 'node:crypto'
import { cancelGiftVoucherCall, printGiftCall } from '@clube/contract/free-gifts/calls.ts'
import type { GiftPlan } from '@clube/contract/free-gifts/settings.ts'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shops } from '../../../seeds/demonstration/shops.ts'
import { inTransaction } from '../../db/database.ts'
import { receiptKeyOf } from '../../testing/receipts.ts'
import { useTwoServers, type SignedIn } from '../../testing/two-servers.ts'
import { earnPoints, proveLedger } from '../points/index.ts'
import { seedReceipt } from '../receipts/index.ts'
import { addUnits } from './stock/stock-store.ts'
import { createGiftCampaign } from './gift-fixtures.testing.ts'
import { dataOf, gifts, points, tally } from './gifts-club.testing.ts'
import { expireDue } from './vouchers/voucher-store.ts'

const servers = useTwoServers()
const { database } = servers
const hourMs = 3_600_000
const north = points.north

/** An active campaign with units of a gift at one pickup point. */
const createCampaign = async (
  units: number,
  { gift = gifts.bag, exclusive = false }: { gift?: GiftPlan; exclusive?: boolean } = {},
): Promise<string> => {
  const campaign_id = await createGiftCampaign(database.db, { exclusive, now: new Date() })
  const key = { campaign_id, gift_id: gift.gift_id, pickup_point_id: north.pickup_point_id }
  await inTransaction(database.db, (tx) => addUnits(tx, key, units))
  return campaign_id
}

/** An open participation, inserted directly. */
const open = async ({ id }: SignedIn, campaign_id: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into promotion_transaction (protocol_year, customer_id, campaign_id, kind, state, service_channel,
      purchase_ids, created_at, expires_at)
    values (2026, ${id}, ${campaign_id}, 'free_gifts', 'open', 'site', '{}', now(), now() + interval '1 hour')
    returning id`.execute(database.db)
  return rows[0]?.id ?? ''
}

const earn = (customer_id: string, amount: number) =>
  inTransaction(database.db, (tx) =>
    earnPoints(tx, {
      customer_id,
      points: amount,
      source: { kind: 'purchase', id: randomUUID() },
      lifetime_days: 365,
      now: new Date(),
    }),
  )

let receipts = 0
const addReceipt = (customer_id: string, amount_cents: number) => {
  receipts += 1
  const at = new Date(Date.now() - hourMs)
  const [{ cnpj }] = shops
  const receipt_key = receiptKeyOf({ now: at, cnpj, number: receipts, series: 9 })
  const receipt = { customer_id, cnpj, receipt_key, amount_cents }
  return seedReceipt(database.db, receipt, { at, time_zone: defaultTimeZone })
}

type Opened = { person: SignedIn; campaign_id: string; transaction_id: string }
const participant = async (campaign_id: string, person?: SignedIn): Promise<Opened> => {
  const customer = person ?? (await servers.customer())
  return { person: customer, campaign_id, transaction_id: await open(customer, campaign_id) }
}

const print = (
  index: number,
  { person, campaign_id, transaction_id }: Opened,
  { gift = gifts.bag, print_request_id = randomUUID() }: { gift?: GiftPlan; print_request_id?: string } = {},
) =>
  person.at(index).send(printGiftCall, {
    body: {
      transaction_id,
      campaign_id,
      gift_id: gift.gift_id,
      pickup_point_id: north.pickup_point_id,
      print_request_id,
    },
  })

const cancel = (index: number, { person }: Opened, voucher_id: string) =>
  person.at(index).send(cancelGiftVoucherCall, { body: { voucher_id } })

/** The counters of a campaign's only gift, and its vouchers that were issued and have not ended. */
const countersOf = async (campaign_id: string) => {
  const { rows } = await sql`
    select on_hand, reserved, delivered, moved, (
      select count(*)::int from gift_voucher v where v.campaign_id = s.campaign_id and v.state = 'issued'
    ) as issued from gift_stock s where campaign_id = ${campaign_id}`.execute(database.db)
  return rows[0]
}

const balanceOf = async ({ id }: SignedIn): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`
    select balance from points_balance where customer_id = ${id}`.execute(database.db)
  return rows[0]?.balance ?? 0
}

test('200 people who want the last 3 units on two servers get exactly 3, and the others keep their points', async () => {
  const campaign_id = await createCampaign(3)
  const people: Opened[] = []
  for (let n = 0; n < 200; n += 1) {
    const opened = await participant(campaign_id)
    await earn(opened.person.id, 100)
    people.push(opened)
  }
  const responses = await Promise.all(people.map((opened, index) => print(index, opened)))
  expect(tally(responses)).toEqual({ ok: 3, 'free-gifts.sold-out': 197 })
  expect(await countersOf(campaign_id)).toEqual({
    on_hand: 0,
    reserved: 3,
    delivered: 0,
    moved: 3,
    issued: 3,
  })
  const balances = await Promise.all(people.map(({ person }) => balanceOf(person)))
  expect(balances.filter((balance) => balance === 100)).toHaveLength(197)
  expect(balances.filter((balance) => balance === 0)).toHaveLength(3)
  expect(await proveLedger(database.db)).toEqual([])
})

test('vouchers cancelled repeatedly on two servers return each unit and its points once, while others print', async () => {
  const campaign_id = await createCampaign(4)
  const holders: { opened: Opened; voucher_id: string }[] = []
  for (let n = 0; n < 4; n += 1) {
    const opened = await participant(campaign_id)
    await earn(opened.person.id, 100)
    holders.push({ opened, voucher_id: dataOf(await print(n, opened)).voucher_id })
  }
  const others: Opened[] = []
  for (let n = 0; n < 20; n += 1) {
    const opened = await participant(campaign_id)
    await earn(opened.person.id, 100)
    others.push(opened)
  }
  const [cancelled] = await Promise.all([
    Promise.all(
      holders.flatMap(({ opened, voucher_id }) =>
        Array.from({ length: 4 }, (_, index) => cancel(index, opened, voucher_id)),
      ),
    ),
    Promise.all(others.map((opened, index) => print(index, opened))),
  ])
  expect(tally(cancelled)).toEqual({ ok: 16 })
  for (const { opened } of holders) expect(await balanceOf(opened.person)).toBe(100)
  const late = await Promise.all(others.map((opened, index) => print(index, opened)))
  expect(tally(late)).toEqual({ ok: 4, 'free-gifts.sold-out': 16 })
  expect(await countersOf(campaign_id)).toEqual({
    on_hand: 0,
    reserved: 4,
    delivered: 0,
    moved: 4,
    issued: 4,
  })
  expect(await proveLedger(database.db)).toEqual([])
})

test('one participation that chooses several gifts at once gets one voucher, and uses its receipts once', async () => {
  const campaign_id = await createCampaign(10, { gift: gifts.cup })
  await inTransaction(database.db, (tx) =>
    addUnits(tx, { campaign_id, gift_id: gifts.basket.gift_id, pickup_point_id: north.pickup_point_id }, 10),
  )
  const opened = await participant(campaign_id)
  await addReceipt(opened.person.id, 90_000)
  await earn(opened.person.id, 100)
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      print(index, opened, {
        gift: index % 3 === 0 ? gifts.cup : gifts.basket,
        print_request_id: opened.transaction_id,
      }),
    ),
  )
  const { ok = 0, ...refused } = tally(responses)
  expect([4, 8]).toContain(ok)
  expect(refused).toEqual({ 'campaigns.transaction-reused': 12 - ok })
  const { rows } = await sql`
    select (select count(*)::int from gift_voucher where transaction_id = ${opened.transaction_id}) as vouchers,
      (select sum(amount_cents)::int from purchase_allocation where transaction_id = ${opened.transaction_id}) as cents,
      (select sum(used_cents)::int from purchase_credit where campaign_id = ${campaign_id}) as used`.execute(
    database.db,
  )
  expect(rows).toEqual([{ vouchers: 1, cents: 40_000, used: 40_000 }])
})

test('an exclusive receipt used in two campaigns at once on two servers gets one gift, and again after it is cancelled', async () => {
  const campaigns = [
    await createCampaign(5, { gift: gifts.cup, exclusive: true }),
    await createCampaign(5, { gift: gifts.cup, exclusive: true }),
  ]
  const person = await servers.customer()
  await addReceipt(person.id, 40_000)
  const opened = await Promise.all(campaigns.map((campaign_id) => participant(campaign_id, person)))
  const both = () => Promise.all(opened.map((each, index) => print(index, each, { gift: gifts.cup })))
  const responses = await both()
  expect(tally(responses)).toEqual({ ok: 1, 'free-gifts.missing-receipts': 1 })
  const winner = responses.findIndex(({ ok }) => ok)
  const [first, second] = [opened[winner], opened[1 - winner]]
  const response = responses[winner]
  if (!first || !second || !response?.ok) throw new Error('Nobody got a gift')
  dataOf(await cancel(0, first, response.data.voucher_id))
  expect(await print(1, second, { gift: gifts.cup })).toMatchObject({ status: 200 })
})

test('points that pay for 10 gifts, spent by 50 participations at once on two servers, pay for exactly 10, and return once', async () => {
  const person = await servers.customer()
  await earn(person.id, 1000)
  const opened: Opened[] = []
  for (let n = 0; n < 50; n += 1) opened.push(await participant(await createCampaign(1), person))
  const responses = await Promise.all(opened.map((each, index) => print(index, each)))
  expect(tally(responses)).toEqual({ ok: 10, 'points.insufficient': 40 })
  expect(await balanceOf(person)).toBe(0)
  const cancelled = await Promise.all(
    responses.flatMap((response, position) => {
      const each = opened[position]
      if (!response.ok || !each) return []
      return [0, 1, 2].map((index) => cancel(index, each, response.data.voucher_id))
    }),
  )
  expect(tally(cancelled)).toEqual({ ok: 30 })
  expect(await balanceOf(person)).toBe(1000)
  expect(await proveLedger(database.db)).toEqual([])
})

test('10 copies requested at once on two servers print exactly 3, with different numbers and the same code', async () => {
  const opened = await participant(await createCampaign(1))
  await earn(opened.person.id, 100)
  const issued = dataOf(await print(0, opened))
  const responses = await Promise.all(Array.from({ length: 10 }, (_, index) => print(index, opened)))
  expect(tally(responses)).toEqual({ ok: 3, 'free-gifts.no-copies-left': 7 })
  const copies = responses.flatMap((response) => (response.ok ? [response.data] : []))
  expect(new Set(copies.map(({ copy_number }) => copy_number))).toEqual(new Set([1, 2, 3]))
  expect(new Set(copies.map(({ qr }) => qr))).toEqual(new Set([issued.qr]))
})

test('a voucher that is cancelled while it expires returns its unit once', async () => {
  const campaign_id = await createCampaign(2)
  const opened = await participant(campaign_id)
  await earn(opened.person.id, 100)
  const { voucher_id } = dataOf(await print(0, opened))
  await sql`update gift_voucher set issued_at = now() - interval '2 days', expires_at = now() + interval '1 second'
    where id = ${voucher_id}`.execute(database.db)
  const later = new Date(Date.now() + hourMs)
  const expire = () => inTransaction(database.db, (tx) => expireDue(tx, later, 10))
  const [cancelled, ...expired] = await Promise.all([
    cancel(0, opened, voucher_id),
    expire(),
    expire(),
    expire(),
  ])
  const sum = expired.reduce((total, count) => total + count, 0)
  expect(sum + (cancelled.ok ? 1 : 0)).toBe(1)
  expect(await balanceOf(opened.person)).toBe(cancelled.ok ? 100 : 0)
  expect(await countersOf(campaign_id)).toEqual({
    on_hand: 2,
    reserved: 0,
    delivered: 0,
    moved: 2,
    issued: 0,
  })
})
