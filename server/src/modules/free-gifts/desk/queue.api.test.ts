import { cancelGiftVoucherCall, readGiftVoucherCall } from '@clube/contract/free-gifts/calls.ts'
import {
  joinQueueAtDeskCall,
  markAbsentCall,
  type DeskQueueEntry,
} from '@clube/contract/free-gifts/queue-calls.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { dataOf } from '../gifts-club.testing.ts'
import { useGiftDesk, type Holder } from './gift-desk.testing.ts'

const club = useGiftDesk()
const { takeNumber } = club
afterEach(() => club.clock.set('2026-12-10T15:00:00Z'))

const read = async ({ browser, voucher: { voucher_id } }: Pick<Holder, 'browser' | 'voucher'>) =>
  dataOf(await browser.send(readGiftVoucherCall, { params: { voucher_id } }))

describe('taking a number', () => {
  test('queue numbers of a pickup point start at 1 each day and state how many people are ahead, and a repeated request returns the same number', async () => {
    const { id } = await club.giftCampaign()
    const [ana, bia] = [await club.voucherHolder(id), await club.voucherHolder(id)]
    const first = { number: 1, ahead: 0, taken_at: '2026-12-10T15:00:00.000Z', called_at: null }
    expect(dataOf(await takeNumber(ana))).toEqual(first)
    club.clock.advance(60_000)
    expect(dataOf(await takeNumber(bia))).toMatchObject({ number: 2, ahead: 1 })
    expect(dataOf(await takeNumber(ana))).toEqual(first)
    expect(await read(ana)).toMatchObject({ queue: first })
    club.clock.set('2026-12-11T12:00:00Z')
    expect(await read(ana)).toMatchObject({ queue: null })
    expect(dataOf(await takeNumber(bia))).toMatchObject({ number: 1, ahead: 0 })
  })

  test('a voucher with a number taken before its deadline can be used until the end of the day, and then expires', async () => {
    const { id } = await club.giftCampaign(1)
    const [inTime, late] = [
      await club.voucherHolder(id),
      await club.voucherHolder((await club.giftCampaign(1)).id),
    ]
    club.clock.set('2026-12-20T14:59:59Z')
    dataOf(await takeNumber(inTime))
    club.clock.set('2026-12-21T02:59:59Z')
    await club.promotion.purge()
    expect(await read(inTime)).toMatchObject({ state: 'issued', queue: { number: 1 } })
    expect(await club.promotion.readResults(id)).toMatchObject({
      tables: [{ rows: [{ values: [0, 1, 0, 0, 0] }, {}, {}] }],
    })
    expect(await read(late)).toMatchObject({ state: 'expired', queue: null })
    expect(await takeNumber(late)).toMatchObject({
      status: 409,
      message: 'O prazo de retirada terminou em 20/12/2026.',
    })
    club.clock.set('2026-12-21T03:00:00Z')
    expect(await read(inTime)).toMatchObject({ state: 'expired', queue: null })
    await club.promotion.purge()
    expect(await club.stockOf(id)).toEqual({ on_hand: 1, reserved: 0, delivered: 0 })
  })

  test('a cancelled voucher loses its queue number, and another customer’s voucher is not found', async () => {
    const { id } = await club.giftCampaign()
    const holder = await club.voucherHolder(id)
    dataOf(await takeNumber(holder))
    dataOf(await holder.browser.send(cancelGiftVoucherCall, { body: holder.voucher }))
    expect(await read(holder)).toMatchObject({ state: 'cancelled', queue: null })
    expect(await takeNumber(holder)).toMatchObject({
      status: 409,
      message: 'Este vale-brinde foi cancelado.',
    })
    const { browser } = await club.join()
    expect(await takeNumber({ ...holder, browser })).toMatchObject({
      status: 404,
      code: 'free-gifts.unknown-voucher',
    })
  })
})

describe('the queue at the desk', () => {
  /** A campaign with people in the queue, in order. */
  const queueOf = async (people: number) => {
    const { id } = await club.giftCampaign()
    const holders: Holder[] = []
    for (let n = 0; n < people; n += 1) {
      const holder = await club.voucherHolder(id)
      dataOf(await takeNumber(holder))
      holders.push(holder)
    }
    return { id, holders }
  }
  const numbers = async (id: string) =>
    dataOf(await club.queue(id)).map(({ number, state }) => [number, state])
  const call = async (id: string) => dataOf(await club.callNext(id)).entry
  const markAbsent = (entry: Pick<DeskQueueEntry, 'entry_id'> | null) =>
    club.desk().send(markAbsentCall, { body: { entry_id: entry?.entry_id ?? randomUUID() } })

  test('queue numbers are called in order, a repeated call returns the same number, and nobody is called twice', async () => {
    const { id, holders } = await queueOf(2)
    const client_call_id = randomUUID()
    const called = dataOf(await club.callNext(id, client_call_id))
    expect(called.entry).toMatchObject({
      number: 1,
      state: 'called',
      voucher_id: holders[0]?.voucher.voucher_id,
      customer_name: 'Ana',
      gift: { title: 'Copo térmico' },
      called_at: '2026-12-10T15:00:00.000Z',
    })
    expect(dataOf(await club.callNext(id, client_call_id))).toEqual(called)
    expect(await call(id)).toMatchObject({ number: 2 })
    expect(await call(id)).toBeNull()
    expect(await club.auditLinesOf('call-number')).toMatchObject([
      { sentence: 'Chamou a senha 1.' },
      { sentence: 'Chamou a senha 2.' },
    ])
  })

  test('a delivery marks the queue number as served, and its undo restores the number', async () => {
    const { id, holders } = await queueOf(3)
    const [called, waiting] = holders
    if (!called || !waiting) throw new Error('Nobody is in the queue')
    await call(id)
    const ids = new Map([called, waiting].map((holder) => [holder, randomUUID()]))
    for (const [holder, client_delivery_id] of ids) dataOf(await club.deliver(holder, { client_delivery_id }))
    expect(await numbers(id)).toEqual([[3, 'waiting']])
    for (const [holder, client_delivery_id] of ids) dataOf(await club.undo(holder, client_delivery_id))
    expect(await numbers(id)).toEqual([
      [1, 'called'],
      [2, 'waiting'],
      [3, 'waiting'],
    ])
  })

  test('the desk can give a queue number to a person who shows a voucher, and reading the voucher shows the number', async () => {
    const { id } = await queueOf(1)
    const { voucher } = await club.voucherHolder(id)
    const give = (code: string) => club.desk().send(joinQueueAtDeskCall, { body: { code } })
    expect(dataOf(await give(voucher.voucher_code))).toMatchObject({ number: 2, state: 'waiting' })
    expect(dataOf(await give(voucher.qr))).toMatchObject({ number: 2 })
    expect(dataOf(await club.read(voucher.qr))).toMatchObject({ queue_number: 2 })
    expect(await give('K7QM-2XPD-9FHT')).toMatchObject({ status: 404 })
    expect((await club.auditLinesOf('give-number'))[0]).toMatchObject({
      subject_id: voucher.voucher_id,
      sentence: 'Deu a senha 2 no balcão.',
    })
  })

  test('a queue number taken before the deadline is served after it, unless the person was absent', async () => {
    const { id, holders } = await queueOf(0)
    club.clock.set('2026-12-10T15:00:00Z')
    for (let n = 0; n < 2; n += 1) holders.push(await club.voucherHolder(id))
    const [present, absent] = holders
    if (!present || !absent) throw new Error('Nobody is in the queue')
    club.clock.set('2026-12-20T14:59:59Z')
    for (const holder of holders) dataOf(await takeNumber(holder))
    club.clock.set('2026-12-20T22:00:00Z')
    await call(id)
    dataOf(await club.deliver(present))
    const entry = await call(id)
    for (let n = 0; n < 2; n += 1) expect(dataOf(await markAbsent(entry))).toMatchObject({ state: 'absent' })
    expect(await club.auditLinesOf('mark-absent')).toMatchObject([
      { sentence: 'Registrou que a pessoa da senha 2 não estava na fila.' },
    ])
    expect(await club.deliver(absent)).toMatchObject({ code: 'free-gifts.voucher-expired' })
    expect(await takeNumber(absent)).toMatchObject({ code: 'free-gifts.voucher-expired' })
  })

  test('an absent person can take a new number before the deadline', async () => {
    const { id, holders } = await queueOf(2)
    const [first] = holders
    if (!first) throw new Error('Nobody is in the queue')
    dataOf(await markAbsent(await call(id)))
    expect(dataOf(await takeNumber(first))).toMatchObject({ number: 3, ahead: 1 })
    expect(await numbers(id)).toEqual([
      [1, 'absent'],
      [2, 'waiting'],
      [3, 'waiting'],
    ])
  })

  test('queue numbers that are served, unknown or of another day cannot be marked as absent', async () => {
    const { id, holders } = await queueOf(2)
    const [first] = holders
    if (!first) throw new Error('Nobody is in the queue')
    const [served, other] = [await call(id), await call(id)]
    dataOf(await club.deliver(first))
    expect(await markAbsent(served)).toMatchObject({ status: 409, message: 'Esta senha já foi atendida.' })
    expect(await markAbsent(null)).toMatchObject({ status: 404, message: 'Senha não encontrada.' })
    club.clock.set('2026-12-11T12:00:00Z')
    expect(await markAbsent(other)).toMatchObject({ status: 404 })
  })

  test('a polled queue is audited once an hour', async () => {
    const { id } = await queueOf(1)
    const before = (await club.auditLinesOf('list-queue')).length
    for (let n = 0; n < 3; n += 1) await club.queue(id)
    club.clock.advance(3_600_000)
    await club.queue(id)
    // Another test may have read the queue of the same pickup point in this hour.
    expect([1, 2]).toContain((await club.auditLinesOf('list-queue')).length - before)
  })

  test('the queue of an unknown campaign is not found', async () => {
    for (const send of [club.queue, club.callNext])
      expect(await send(randomUUID())).toMatchObject({
        status: 404,
        code: 'free-gifts.unknown-pickup-point',
      })
  })

  test('queues are deleted after 30 days', async () => {
    const { id } = await queueOf(2)
    const count = async () =>
      (
        await club.database.db
          .selectFrom('gift_queue_entry')
          .select('id')
          .where('campaign_id', '=', id)
          .execute()
      ).length
    club.clock.set('2027-01-09T15:00:00Z')
    await club.promotion.purge()
    expect(await count()).toBe(2)
    club.clock.set('2027-01-10T15:00:00Z')
    await club.promotion.purge()
    expect(await count()).toBe(0)
  })
})
