import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { inTransaction } from '../../db/database.ts'
import { useGiftRaces, type Opened } from '../../testing/gift-races.ts'
import { dataOf, gifts, pickupPoints, tally } from './gifts-club.testing.ts'
import { expireDue } from './vouchers/voucher-store.ts'

// All races of gifts over HTTP are in this file, so that the two servers are started once.
const servers = useGiftRaces()
const { database, createCampaign, participant, participants, earn, addReceipt } = servers
const { print, cancel, deliver, transfer, countersOf, balanceOf } = servers
const { north, south } = pickupPoints

afterEach(async () => {
  const findings = await servers.findings()
  if (findings.length > 0) throw new Error(`The proofs failed: ${JSON.stringify(findings)}`)
})

test('200 concurrent requests on two servers get exactly 1 voucher for the last unit, and exactly 3 for 3 more units; the others keep their points', async () => {
  const campaign_id = await createCampaign(1)
  const people = await participants(campaign_id, 200)
  const printAll = (remaining: readonly Opened[]) =>
    Promise.all(remaining.map((opened, index) => print(index, opened)))
  const last = await servers.bothWaitingForStock(campaign_id, () => printAll(people))
  expect(tally(last)).toEqual({ ok: 1, 'free-gifts.sold-out': 199 })
  await servers.receive(campaign_id, 3)
  const more = await printAll(people.filter((_, index) => !last[index]?.ok))
  expect(tally(more)).toEqual({ ok: 3, 'free-gifts.sold-out': 196 })
  expect(await countersOf(campaign_id)).toEqual({
    on_hand: 0,
    reserved: 4,
    delivered: 0,
    moved: 4,
    issued: 4,
  })
  const balances = await Promise.all(people.map(({ person }) => balanceOf(person)))
  expect(balances.filter((balance) => balance === 100)).toHaveLength(196)
  expect(balances.filter((balance) => balance === 0)).toHaveLength(4)
})

test('vouchers cancelled repeatedly on two servers return each unit and its points once, while others print', async () => {
  const campaign_id = await createCampaign(4)
  const holders: { opened: Opened; voucher_id: string }[] = []
  for (const [n, opened] of (await participants(campaign_id, 4)).entries())
    holders.push({ opened, voucher_id: dataOf(await print(n, opened)).voucher_id })
  const others = await participants(campaign_id, 20)
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
})

test('one participation that chooses several gifts at once gets one voucher, and uses its receipts once', async () => {
  const campaign_id = await createCampaign(10, { gift: gifts.cup })
  await servers.receive(campaign_id, 10, { gift: gifts.basket })
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
  expect(await servers.usesOf(campaign_id)).toEqual({ vouchers: 1, cents: 40_000, used: 40_000 })
})

test('credit for 2 gifts of a campaign, used by 6 devices of a person on two servers, grants exactly 2', async () => {
  const campaign_id = await createCampaign(10, { gift: gifts.cup })
  await servers.receive(campaign_id, 10, { gift: gifts.cup, point: south })
  const person = await servers.customer()
  await addReceipt(person.id, 90_000)
  /** Opens participations and chooses, until the receipts no longer pay for a gift. */
  const useDevice = async (index: number) => {
    const responses = []
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { transaction_id } = dataOf(await servers.start(index, person, campaign_id))
      const point = index % 3 === 0 ? north : south
      const opened = { person, campaign_id, transaction_id }
      responses.push(await print(index, opened, { gift: gifts.cup, point }))
    }
    return responses
  }
  const responses = (await Promise.all(Array.from({ length: 6 }, (_, index) => useDevice(index)))).flat()
  const vouchers = responses.flatMap((response) => (response.ok ? [response.data.voucher_id] : []))
  expect(new Set(vouchers).size).toBe(2)
  const { ok: _ok, ...refused } = tally(responses)
  for (const code of Object.keys(refused))
    expect([
      'campaigns.transaction-reused',
      'free-gifts.missing-receipts',
      'free-gifts.no-copies-left',
    ]).toContain(code)
  expect(await servers.usesOf(campaign_id)).toEqual({ vouchers: 2, cents: 80_000, used: 80_000 })
})

test('a receipt sent to 6 campaigns at once on two servers is used in one exclusive campaign or in the 3 others, even after a return', async () => {
  const exclusive: string[] = []
  const shared: string[] = []
  for (let n = 0; n < 3; n += 1) {
    exclusive.push(await createCampaign(10, { gift: gifts.cup, exclusive: true }))
    shared.push(await createCampaign(10, { gift: gifts.cup }))
  }
  for (let round = 0; round < 4; round += 1) {
    const person = await servers.customer()
    await addReceipt(person.id, 40_000)
    let open: Opened[] = []
    for (const campaign_id of [...exclusive, ...shared]) open.push(await participant(campaign_id, person))
    // In every other round, only the exclusive campaigns.
    if (round % 2 === 1) open = open.slice(0, 3)
    const printAll = async () => {
      const responses = await Promise.all(
        open.map((opened, index) => print(index + round, opened, { gift: gifts.cup })),
      )
      const granted = open.flatMap((opened, index) => {
        const response = responses[index]
        return response?.ok ? [{ opened, voucher_id: response.data.voucher_id }] : []
      })
      const isExclusive = granted.some(({ opened }) => exclusive.includes(opened.campaign_id))
      const count = isExclusive ? 1 : 3
      expect(tally(responses)).toEqual({
        ok: count,
        'free-gifts.missing-receipts': open.length - count,
      })
      return granted
    }
    const granted = await printAll()
    const cancelled = await Promise.all(
      granted.flatMap(({ opened, voucher_id }) =>
        [0, 1, 2].map((index) => cancel(index, opened, voucher_id)),
      ),
    )
    expect(tally(cancelled)).toEqual({ ok: 3 * granted.length })
    for (const { opened } of granted)
      open[open.indexOf(opened)] = await participant(opened.campaign_id, person)
    await printAll()
  }
})

test('points that pay for 10 gifts, spent by 50 participations at once on two servers, pay for exactly 10, and are returned once', async () => {
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
  const afterExpiry = new Date(Date.now() + 3_600_000)
  const expire = () => inTransaction(database.db, (tx) => expireDue(tx, afterExpiry, 10))
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

test('vouchers that are delivered on two servers while they expire are either delivered or expired, and each unit counts once', async () => {
  const vouchers = 40
  const campaign_id = await createCampaign(vouchers)
  const attendant = await servers.staff('attendant')
  const holders = await participants(campaign_id, vouchers)
  const ids = (await Promise.all(holders.map((opened, index) => print(index, opened)))).map(
    (response) => dataOf(response).voucher_id,
  )
  await sql`update gift_voucher set issued_at = now() - interval '2 days' where campaign_id = ${campaign_id}`.execute(
    database.db,
  )
  const expiry = await servers.startExpiry()
  const outcomes: ('delivered' | 'expired')[] = []
  /** Adapts the deadline to the outcomes, so that on any machine some vouchers are delivered and others expire. */
  const deliverAll = async (lane: readonly string[]) => {
    let delayMs = 10
    for (const voucher_id of lane) {
      const deadline = new Date(Date.now() + delayMs)
      await sql`update gift_voucher set expires_at = ${deadline} where id = ${voucher_id}`.execute(
        database.db,
      )
      const responses = await Promise.all([0, 1].map((index) => deliver(index, attendant, voucher_id)))
      const isDelivered = responses.some(({ ok }) => ok)
      expect(tally(responses)).toEqual(
        isDelivered ? { ok: 1, 'free-gifts.already-delivered': 1 } : { 'free-gifts.voucher-expired': 2 },
      )
      outcomes.push(isDelivered ? 'delivered' : 'expired')
      const factor = new Set(outcomes).size === 2 ? 1.15 : 2
      delayMs = isDelivered ? delayMs / factor : delayMs * factor
    }
  }
  await Promise.all([0, 1, 2, 3].map((lane) => deliverAll(ids.filter((_, index) => index % 4 === lane))))
  const delivered = outcomes.filter((outcome) => outcome === 'delivered').length
  expect(new Set(outcomes)).toEqual(new Set(['delivered', 'expired']))
  await expect
    .poll(() => countersOf(campaign_id))
    .toEqual({ on_hand: vouchers - delivered, reserved: 0, delivered, moved: vouchers, issued: 0 })
  expect(await expiry.stop()).toBe('SIGTERM')
})

test('units chosen and cancelled on two servers while they are transferred between pickup points are issued or transferred once', async () => {
  const units = 3
  const campaign_id = await createCampaign(units)
  const marketing = await servers.staff('marketing')
  const people = await participants(campaign_id, 6)
  const northToSouth = { campaign_id, from: north, to: south }
  const southToNorth = { campaign_id, from: south, to: north }
  const totals = { issued: 0, transferred: 0 }
  for (let round = 0; round < 12; round += 1) {
    const transferAll = () =>
      Promise.all([0, 1, 2, 3].map((index) => transfer(index + round, marketing, northToSouth)))
    // Transfers and prints are sent first in alternate rounds.
    const early = round % 2 === 0 ? transferAll() : undefined
    const [printed, moved] = await Promise.all([
      Promise.all(people.map((opened, index) => print(index, opened))),
      early ?? transferAll(),
    ])
    const { ok: transferred = 0, ...refusedMoves } = tally(moved)
    expect(refusedMoves).toEqual({ 'free-gifts.too-few-units': 4 - transferred })
    const vouchers = printed.flatMap((response, index) =>
      response.ok ? [{ index, voucher_id: response.data.voucher_id }] : [],
    )
    const issued = vouchers.length
    for (const code of Object.keys(tally(printed)))
      expect(['ok', 'free-gifts.sold-out', 'free-gifts.not-at-this-point']).toContain(code)
    expect(issued + transferred).toBe(units)
    expect(await countersOf(campaign_id)).toEqual({
      on_hand: 0,
      reserved: issued,
      delivered: 0,
      moved: issued,
      issued,
    })
    totals.issued += issued
    totals.transferred += transferred

    const [cancelled, returned] = await Promise.all([
      Promise.all(
        vouchers.flatMap(({ index, voucher_id }) => {
          const opened = people[index]
          return opened ? [0, 1].map((server) => cancel(server, opened, voucher_id)) : []
        }),
      ),
      Promise.all(
        Array.from({ length: transferred }, (_, index) => transfer(index, marketing, southToNorth)),
      ),
    ])
    expect([...cancelled, ...returned].every(({ ok }) => ok)).toBe(true)
    expect(await countersOf(campaign_id)).toMatchObject({ on_hand: units, reserved: 0, moved: units })
    for (const { index } of vouchers) {
      const opened = people[index]
      if (opened) people[index] = await participant(campaign_id, opened.person)
    }
  }
  expect(totals.issued).toBeGreaterThan(0)
  expect(totals.transferred).toBeGreaterThan(0)
})
