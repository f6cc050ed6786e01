import { cancelGiftVoucherCall, readGiftVoucherCall } from '@clube/contract/free-gifts/calls.ts'
import { joinQueueCall } from '@clube/contract/free-gifts/queue-calls.ts'
import { afterEach, describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../../testing/browser.ts'
import { dataOf, useGiftsClub } from '../gifts-club.testing.ts'

const club = useGiftsClub()
afterEach(() => club.clock.set('2026-12-10T15:00:00Z'))

type Holder = { browser: TestBrowser; voucher: { voucher_id: string } }

const join = ({ browser, voucher: { voucher_id } }: Holder) =>
  browser.send(joinQueueCall, { body: { voucher_id } })
const read = async ({ browser, voucher: { voucher_id } }: Holder) =>
  dataOf(await browser.send(readGiftVoucherCall, { params: { voucher_id } }))

describe('taking a number', () => {
  test('numbers of a pickup point count from 1 each day, with the people ahead, and a repeat returns the same one', async () => {
    const { id } = await club.giftCampaign()
    const [ana, bia] = [await club.winner(id), await club.winner(id)]
    const first = { number: 1, ahead: 0, taken_at: '2026-12-10T15:00:00.000Z', called_at: null }
    expect(dataOf(await join(ana))).toEqual(first)
    club.clock.advance(60_000)
    expect(dataOf(await join(bia))).toMatchObject({ number: 2, ahead: 1 })
    expect(dataOf(await join(ana))).toEqual(first)
    expect(await read(ana)).toMatchObject({ queue: first })
    club.clock.set('2026-12-11T12:00:00Z')
    expect(await read(ana)).toMatchObject({ queue: null })
    expect(dataOf(await join(bia))).toMatchObject({ number: 1, ahead: 0 })
  })

  test('a voucher with a number of before its deadline can be used until the end of the day, and then expires', async () => {
    const { id } = await club.giftCampaign(1)
    const [inTime, late] = [await club.winner(id), await club.winner((await club.giftCampaign(1)).id)]
    club.clock.set('2026-12-20T14:59:59Z')
    dataOf(await join(inTime))
    club.clock.set('2026-12-21T02:59:59Z')
    await club.promotion.purge()
    expect(await read(inTime)).toMatchObject({ state: 'issued', queue: { number: 1 } })
    expect(await club.promotion.readResults(id)).toMatchObject({
      tables: [{ rows: [{ values: [0, 1, 0, 0, 0] }, {}, {}] }],
    })
    expect(await read(late)).toMatchObject({ state: 'expired', queue: null })
    expect(await join(late)).toMatchObject({
      status: 409,
      message: 'O prazo de retirada terminou em 20/12/2026.',
    })
    club.clock.set('2026-12-21T03:00:00Z')
    expect(await read(inTime)).toMatchObject({ state: 'expired', queue: null })
    await club.promotion.purge()
    expect(await club.stockOf(id)).toEqual({ on_hand: 1, reserved: 0, delivered: 0 })
  })

  test('a cancelled voucher loses its number, and another customer’s voucher is not found', async () => {
    const { id } = await club.giftCampaign()
    const holder = await club.winner(id)
    dataOf(await join(holder))
    dataOf(await holder.browser.send(cancelGiftVoucherCall, { body: holder.voucher }))
    expect(await read(holder)).toMatchObject({ state: 'cancelled', queue: null })
    expect(await join(holder)).toMatchObject({ status: 409, message: 'Este vale-brinde foi cancelado.' })
    const { browser } = await club.join()
    expect(await join({ ...holder, browser })).toMatchObject({
      status: 404,
      code: 'free-gifts.unknown-voucher',
    })
  })
})
