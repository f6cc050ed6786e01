import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../db/database.ts'
import { isRefusal } from '../../../kernel/refusal.ts'
import { proveNow } from '../../proofs/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { giftDepsOf, pickupPoints } from '../gifts-club.testing.ts'
import { cancelVoucher } from '../vouchers/cancel-voucher.ts'
import { callNext } from './call-numbers.ts'
import { deliverGift } from './deliver-gift.ts'
import { useGiftDesk, type Holder } from './gift-desk.testing.ts'
import { joinQueue } from './join-queue.ts'
import { printAtDesk } from './print-at-desk.ts'
import { createDeliveryProof } from './prove-deliveries.ts'
import { undoDelivery } from './undo-delivery.ts'

const club = useGiftDesk()
const staff = { staff_id: 'karina', roles: ['gift_supervisor'] } as const
let pools: Database[] = []
beforeAll(() => {
  pools = [1, 2].map(() => openDatabase(club.database.url, { poolSize: 10 }))
})
afterAll(() => Promise.all(pools.map((pool) => pool.close())))
afterEach(async () => {
  const findings = await proveNow(createDeliveryProof(club.database), club.clock.now())
  if (findings.length > 0) throw new Error(`The proof failed: ${JSON.stringify(findings)}`)
  club.clock.set('2026-12-10T15:00:00Z')
})

/** Dependencies with one of two connection pools, like two processes. */
const depsAt = (index: number): FreeGiftDeps =>
  giftDepsOf(club, () => pools[index % 2]?.db ?? club.database.db)

/** Results of concurrent attempts: values, and codes of refusals. */
const settle = async <Result>(attempts: readonly Promise<Result>[]) => {
  const settled = await Promise.allSettled(attempts)
  const codes: Record<string, number> = {}
  for (const each of settled)
    if (each.status === 'rejected') {
      if (!isRefusal(each.reason)) throw each.reason
      codes[each.reason.code] = (codes[each.reason.code] ?? 0) + 1
    }
  return { values: settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])), codes }
}
const concurrently = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  settle(Array.from({ length: count }, (_, index) => work(index)))

const deliver = (index: number, { voucher }: Holder, client_delivery_id: string = randomUUID()) =>
  deliverGift(depsAt(index), { voucher_id: voucher.voucher_id, client_delivery_id, signature: null, staff })
const print = (index: number, { voucher }: Holder, print_request_id: string = randomUUID()) =>
  printAtDesk(depsAt(index), {
    voucher_id: voucher.voucher_id,
    print_request_id,
    staff_id: staff.staff_id,
  })
const undo = (index: number, { voucher }: Holder, client_delivery_id: string) =>
  undoDelivery(depsAt(index), {
    voucher_id: voucher.voucher_id,
    client_delivery_id,
    reason: 'Outra pessoa da fila.',
    staff,
  })
const join = (index: number, { customer_id, voucher }: Holder) =>
  joinQueue(depsAt(index), {
    customer_id,
    identified_session_id: null,
    voucher_id: voucher.voucher_id,
  })
const call = (index: number, campaign_id: string, client_call_id: string = randomUUID()) =>
  callNext(depsAt(index), {
    campaign_id,
    pickup_point_id: pickupPoints.north.pickup_point_id,
    client_call_id,
    staff_id: staff.staff_id,
  })
const voucherHolders = async (campaign_id: string, count: number): Promise<Holder[]> => {
  const holders: Holder[] = []
  for (let n = 0; n < count; n += 1) holders.push(await club.voucherHolder(campaign_id))
  return holders
}
const voucherHolder = async (campaign_id: string): Promise<Holder> => club.voucherHolder(campaign_id)
const stockTaken = async (campaign_id: string) =>
  (
    await sql<{ stock_taken: number }>`select stock_taken from campaign where id = ${campaign_id}`.execute(
      club.database.db,
    )
  ).rows[0]?.stock_taken

test('a voucher whose delivery is requested 50 times at once is delivered once', async () => {
  const { id } = await club.giftCampaign(0, { stock_total: 5 })
  await club.tryReceive(id, 5)
  const holder = await voucherHolder(id)
  const { values, codes } = await concurrently(50, (index) => deliver(index, holder))
  expect(values).toHaveLength(1)
  expect(codes).toEqual({ 'free-gifts.already-delivered': 49 })
  expect(await club.stockOf(id)).toEqual({ on_hand: 4, reserved: 0, delivered: 1 })
  expect(await stockTaken(id)).toBe(1)
})

test('a delivery that is sent 50 times at once is stored once, and every response shows the same voucher', async () => {
  const { id } = await club.giftCampaign()
  const holder = await voucherHolder(id)
  const client_delivery_id = randomUUID()
  const { values } = await concurrently(50, (index) => deliver(index, holder, client_delivery_id))
  expect(values).toHaveLength(50)
  expect(values.filter(({ repeated }) => !repeated)).toHaveLength(1)
  for (const { voucher } of values) expect(voucher).toEqual(values[0]?.voucher)
})

test('a delivery id sent for ten vouchers at once delivers only one of them', async () => {
  const { id } = await club.giftCampaign()
  const holders = await voucherHolders(id, 10)
  const client_delivery_id = randomUUID()
  const { values, codes } = await settle(
    holders.map((holder, index) => deliver(index, holder, client_delivery_id)),
  )
  expect(values).toHaveLength(1)
  expect(codes).toEqual({ 'free-gifts.delivery-reused': 9 })
  expect(await club.stockOf(id)).toEqual({ on_hand: 0, reserved: 9, delivered: 1 })
})

test('vouchers that are delivered while their customers cancel them are either delivered or cancelled', async () => {
  const { id } = await club.giftCampaign(20)
  const holders = await voucherHolders(id, 20)
  const [delivered, cancelled] = await Promise.all([
    settle(holders.map((holder, index) => deliver(index, holder))),
    settle(
      holders.map(({ customer_id, voucher: { voucher_id } }, index) =>
        cancelVoucher(depsAt(index + 1), {
          customer_id,
          identified_session_id: null,
          voucher_id,
          ip: '127.0.0.1',
        }),
      ),
    ),
  ])
  const count = delivered.values.length
  expect(cancelled.values).toHaveLength(20 - count)
  expect(delivered.codes).toEqual(count === 20 ? {} : { 'free-gifts.voucher-cancelled': 20 - count })
  expect(cancelled.codes).toEqual(count === 0 ? {} : { 'free-gifts.already-delivered': count })
  expect(await club.stockOf(id)).toEqual({ on_hand: 20 - count, reserved: 0, delivered: count })
})

test('a delivery undone 20 times at once, while others deliver the voucher, is undone once', async () => {
  const { id } = await club.giftCampaign(0, { stock_total: 5 })
  await club.tryReceive(id, 1)
  const holder = await voucherHolder(id)
  const client_delivery_id = randomUUID()
  await deliver(0, holder, client_delivery_id)
  const [undone, delivered] = await Promise.all([
    concurrently(20, (index) => undo(index, holder, client_delivery_id)),
    concurrently(10, (index) => deliver(index, holder)),
  ])
  expect(undone.values).toHaveLength(20)
  expect(undone.values.filter(({ repeated }) => !repeated)).toHaveLength(1)
  const redelivered = delivered.values.length
  expect([0, 1]).toContain(redelivered)
  expect(await club.stockOf(id)).toEqual({ on_hand: 0, reserved: 1 - redelivered, delivered: redelivered })
  expect(await stockTaken(id)).toBe(redelivered)
})

test('a copy that is requested 20 times at once with one id is printed and audited once', async () => {
  const { id } = await club.giftCampaign()
  const holder = await voucherHolder(id)
  const print_request_id = randomUUID()
  const { values } = await concurrently(20, (index) => print(index, holder, print_request_id))
  expect(values.map(({ copy_number }) => copy_number)).toEqual(Array(20).fill(4))
  const lines = await club.auditLinesOf('print-copy')
  expect(lines.filter(({ subject_id }) => subject_id === holder.voucher.voucher_id)).toHaveLength(1)
})

test('20 copies requested at once over two connection pools get 20 numbers without gaps', async () => {
  const { id } = await club.giftCampaign()
  const holder = await voucherHolder(id)
  const { values } = await concurrently(20, (index) => print(index, holder))
  const numbers = values.map(({ copy_number }) => copy_number).toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 4))
})

test('copies that are requested while their voucher is delivered are printed before the delivery or refused', async () => {
  const { id } = await club.giftCampaign()
  const holder = await voucherHolder(id)
  const [printed, delivered] = await Promise.all([
    concurrently(20, (index) => print(index, holder)),
    concurrently(2, (index) => deliver(index, holder)),
  ])
  expect(delivered.values).toHaveLength(1)
  const refused = 20 - printed.values.length
  expect(printed.codes).toEqual(refused === 0 ? {} : { 'free-gifts.already-delivered': refused })
  const { rows } = await sql<{ copies: number }>`
    select count(*)::int as copies from gift_print
    where voucher_id = ${holder.voucher.voucher_id} and staff_id is not null`.execute(club.database.db)
  expect(rows).toEqual([{ copies: printed.values.length }])
})

test('50 people who take a number at once get the numbers 1 to 50', async () => {
  const { id } = await club.giftCampaign(50)
  const holders = await voucherHolders(id, 50)
  const { values } = await settle(holders.map((holder, index) => join(index, holder)))
  const numbers = values.map(({ number }) => number).toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
})

test('a voucher for which 20 numbers are requested at once gets one number', async () => {
  const { id } = await club.giftCampaign()
  const holder = await voucherHolder(id)
  const { values } = await concurrently(20, (index) => join(index, holder))
  expect(values.map(({ number }) => number)).toEqual(Array(20).fill(1))
})

test('ten concurrent calls call seven waiting numbers once each, and a call sent ten times at once calls one number', async () => {
  const { id } = await club.giftCampaign()
  for (const holder of await voucherHolders(id, 7)) await join(0, holder)
  const { values } = await concurrently(10, (index) => call(index, id))
  const numbers = values.map(({ entry }) => entry?.number ?? 0).toSorted((a, b) => a - b)
  expect(numbers).toEqual([0, 0, 0, 1, 2, 3, 4, 5, 6, 7])

  for (const holder of await voucherHolders(id, 2)) await join(0, holder)
  const client_call_id = randomUUID()
  const repeated = await concurrently(10, (index) => call(index, id, client_call_id))
  expect(repeated.values.map(({ entry }) => entry?.number)).toEqual(Array(10).fill(8))
})
