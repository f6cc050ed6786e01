import { randomUUID } from 'node:crypto'
import { changeCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { reverseTransactionCall, startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { listTransactionsCall } from '@clube/contract/campaigns/transaction-calls.ts'
import {
  cancelGiftVoucherCall,
  giftVoucherFile,
  listGiftsCall,
  listMyGiftsCall,
  printGiftCall,
  readGiftVoucherCall,
} from '@clube/contract/free-gifts/calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../db/database.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { searchAudit } from '../audit/index.ts'
import { hostileValues, pathsOf, replaceAt } from '../../attacks/hostile-values.testing.ts'
import { dataOf, gifts, giftSettings, pickupPoints, useGiftsClub } from './gifts-club.testing.ts'

const club = useGiftsClub()
const dayMs = 24 * 3_600_000

const balanceOf = async (customer_id: string) =>
  (
    await club.database.db
      .selectFrom('points_balance')
      .select('balance')
      .where('customer_id', '=', customer_id)
      .executeTakeFirst()
  )?.balance
const missingOf = async (browser: TestBrowser, campaign_id: string) =>
  dataOf(await browser.send(listCreditCall)).find((each) => each.campaign_id === campaign_id)?.missing_cents
const download = async (browser: TestBrowser, path: string) => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return fetch(club.url + path, { headers: { cookie } })
}
const change = (campaign_id: string, event: 'end' | 'pause') =>
  club.staff('ana', 'marketing').send(changeCampaignCall, { body: { campaign_id, event } })

describe('choosing a gift', () => {
  test('choosing a gift charges its price, reserves a unit, and returns the voucher', async () => {
    const { id: campaign_id } = await club.giftCampaign(3)
    const person = await club.shopper()
    const transaction_id = await club.start(person, campaign_id)
    expect(await missingOf(person.browser, campaign_id)).toBe(40_000)
    const voucher = dataOf(await club.print(person, { campaign_id, transaction_id }, { gift: gifts.basket }))
    expect(voucher).toMatchObject({
      copy_number: 0,
      stock_remaining: 2,
      expires_at: '2026-12-20T15:00:00.000Z',
    })
    expect(voucher.voucher_code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    expect(await balanceOf(person.customer_id)).toBe(0)
    expect(await club.stockOf(campaign_id, gifts.basket)).toEqual({ on_hand: 2, reserved: 1, delivered: 0 })
    const params = { voucher_id: voucher.voucher_id }
    expect(await person.browser.send(readGiftVoucherCall, { params })).toMatchObject({
      data: {
        state: 'issued',
        gift: { title: 'Cesta de Natal' },
        pickup_point: { name: 'Balcão Norte' },
        qr_code: voucher.qr,
        short_code: voucher.voucher_code,
        copies_left: 3,
        can_cancel: true,
      },
    })
  })

  test('a refused choice uses nothing, and the participation can choose another gift', async () => {
    const { id: campaign_id } = await club.giftCampaign()
    const person = await club.join()
    await club.receipt(person.customer_id, 40_000)
    const transaction_id = await club.start(person, campaign_id)
    const request = { campaign_id, transaction_id }
    expect(await club.print(person, request, { gift: gifts.basket })).toMatchObject({
      status: 409,
      code: 'points.insufficient',
      message: 'Saldo insuficiente. Você tem 0 pontos.',
    })
    expect(await club.print(person, request)).toMatchObject({ status: 200 })
  })

  test('a choice without enough receipts is refused with the missing amount', async () => {
    const { id: campaign_id } = await club.giftCampaign()
    const person = await club.join()
    await club.receipt(person.customer_id, 31_250)
    const refused = await club.tryChoose(person, campaign_id)
    expect(refused.ok ? '' : refused.message.replace(/\u00a0/g, ' ')).toBe(
      'Faltam R$ 87,50 para você ganhar este brinde.',
    )
  })

  test('after the campaign has ended, receipts still pay for gifts until the last pickup day, but points alone do not', async () => {
    const { id: campaign_id } = await club.giftCampaign()
    const [ana, bia, eva] = [await club.shopper(), await club.shopper(), await club.shopper()]
    const print = async (person: typeof ana, gift: (typeof gifts)[keyof typeof gifts]) => {
      const transaction_id = await club.start(person, campaign_id)
      return club.print(person, { campaign_id, transaction_id }, { gift })
    }
    dataOf(await change(campaign_id, 'end'))
    expect(await print(ana, gifts.bag)).toMatchObject({ status: 409, code: 'campaigns.ended' })
    expect(await balanceOf(ana.customer_id)).toBe(100)
    expect(await print(bia, gifts.cup)).toMatchObject({ status: 200 })
    expect(await print(eva, gifts.basket)).toMatchObject({ status: 200 })
    const progress = dataOf(await ana.browser.send(listCreditCall))
    expect(progress.find((each) => each.campaign_id === campaign_id)).toMatchObject({ has_ended: true })
  })

  test('exceeding the limit per person is refused with the number of gifts, and a cancelled voucher does not count', async () => {
    const { id: campaign_id } = await club.giftCampaign(10, { limit_per_customer: 1 })
    const { browser, voucher, customer_id } = await club.voucherHolder(campaign_id)
    await club.receipt(customer_id, 40_000)
    const body = { campaign_id, kind: 'free_gifts' as const }
    expect(await browser.send(startTransactionCall, { body })).toMatchObject({
      status: 409,
      code: 'campaigns.gift-limit-reached',
      message: 'Limite de 1 brinde por CPF atingido.',
    })
    await browser.send(cancelGiftVoucherCall, { body: { voucher_id: voucher.voucher_id } })
    expect(await browser.send(startTransactionCall, { body })).toMatchObject({ status: 200 })
  })

  test('a voucher is valid until the campaign stops delivering, if that is earlier', async () => {
    const redeem_until = new Date('2026-12-25T03:00:00Z')
    const { id } = await club.giftCampaign(1, {
      redeem_until,
      settings: { ...giftSettings, valid_days: 60 },
    })
    expect((await club.voucherHolder(id)).voucher.expires_at).toBe(redeem_until.toISOString())
  })
})

describe('printing again', () => {
  test('a repeated print request gets the first response, even after the campaign has ended; a new one is a copy with the same code', async () => {
    const { id: campaign_id } = await club.giftCampaign()
    const person = await club.shopper()
    const transaction_id = await club.start(person, campaign_id)
    const request = { campaign_id, transaction_id, print_request_id: randomUUID() }
    const first = dataOf(await club.print(person, request))
    expect(dataOf(await club.print(person, request))).toEqual(first)
    await change(campaign_id, 'end')
    expect(dataOf(await club.print(person, request))).toEqual(first)
    const copy = { ...request, print_request_id: randomUUID(), service_channel: 'totem' }
    expect(dataOf(await club.print(person, copy))).toEqual({ ...first, copy_number: 1 })
    expect(dataOf(await club.print(person, copy))).toEqual({ ...first, copy_number: 1 })
    expect(
      await club.print(person, { ...copy, print_request_id: randomUUID() }, { gift: gifts.bag }),
    ).toMatchObject({
      status: 409,
      code: 'campaigns.transaction-reused',
    })
    const prints = await club.database.db
      .selectFrom('gift_print')
      .select(['copy_number', 'service_channel'])
      .where('voucher_id', '=', first.voucher_id)
      .orderBy('copy_number')
      .execute()
    expect(prints).toEqual([
      { copy_number: 0, service_channel: 'site' },
      { copy_number: 1, service_channel: 'totem' },
    ])
  })

  test('the stored response of a printed voucher contains no code', async () => {
    const { id } = await club.giftCampaign()
    const { transaction_id, voucher } = await club.voucherHolder(id)
    const { response } = await club.database.db
      .selectFrom('promotion_transaction')
      .select('response')
      .where('id', '=', transaction_id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(response)).not.toContain(voucher.qr)
    expect(JSON.stringify(response)).not.toContain(voucher.voucher_code)
  })

  test('a voucher PDF has the code and the number of the last print, and downloading it does not count as a copy', async () => {
    const { id: campaign_id } = await club.giftCampaign()
    const { voucher, transaction_id, ...person } = await club.voucherHolder(campaign_id)
    const textsOf = async (path: string) => {
      const response = await download(person.browser, path)
      expect(response.headers.get('content-type')).toBe('application/pdf')
      const { elements } = await readPdf(new Uint8Array(await response.arrayBuffer()))
      return elements.map(({ text }) => text)
    }
    for (let n = 0; n < 2; n += 1)
      expect(await textsOf(voucher.pdf_url)).toEqual(
        expect.arrayContaining(['Vale-brinde', 'Ana Lúcia Pereira', `Código ${voucher.voucher_code}`]),
      )
    dataOf(await club.print(person, { campaign_id, transaction_id }))
    const roll = filePath(giftVoucherFile, { voucher_id: voucher.voucher_id, format: '80mm' })
    expect(await textsOf(roll)).toContain('Vale-brinde, 2ª via (1 de 3)')
    expect((await download((await club.join()).browser, voucher.pdf_url)).status).toBe(404)
    await person.browser.send(cancelGiftVoucherCall, { body: { voucher_id: voucher.voucher_id } })
    expect((await download(person.browser, voucher.pdf_url)).status).toBe(409)
  })
})

describe('ending a voucher', () => {
  test('a cancelled voucher returns the unit, the receipts and the points once', async () => {
    const { id: campaign_id } = await club.giftCampaign(2)
    const { voucher, browser, customer_id } = await club.voucherHolder(campaign_id, { gift: gifts.basket })
    const body = { voucher_id: voucher.voucher_id }
    for (let n = 0; n < 2; n += 1)
      expect(await browser.send(cancelGiftVoucherCall, { body })).toMatchObject({
        status: 200,
        data: { state: 'cancelled', can_cancel: false, copies_left: 0 },
        message: 'Vale-brinde cancelado. O que você usou voltou para você.',
      })
    expect(await balanceOf(customer_id)).toBe(100)
    expect(await missingOf(browser, campaign_id)).toBe(40_000)
    expect(await club.stockOf(campaign_id, gifts.basket)).toEqual({ on_hand: 2, reserved: 0, delivered: 0 })
    expect(await browser.send(listTransactionsCall)).toMatchObject({
      data: [{ status: 'cancelled', subject: { title: 'Cesta de Natal' } }],
    })
    const other = await club.join()
    expect(await other.browser.send(cancelGiftVoucherCall, { body })).toMatchObject({
      status: 404,
    })
  })

  test('a delivered voucher can be neither cancelled nor reversed', async () => {
    const { id } = await club.giftCampaign()
    const { voucher, browser } = await club.voucherHolder(id)
    await club.database.db
      .updateTable('gift_voucher')
      .set({ state: 'delivered', delivered_at: club.clock.now() })
      .where('id', '=', voucher.voucher_id)
      .execute()
    expect(await browser.send(cancelGiftVoucherCall, { body: voucher })).toMatchObject({
      status: 409,
      message: 'Este vale-brinde já foi utilizado em 10/12/2026 às 12:00.',
    })
    const listed = dataOf(await browser.send(listTransactionsCall))
    const reversal = { protocol: listed[0]?.protocol ?? '', reason: 'Pedido no balcão.' }
    expect(
      await club.staff('bia', 'approver').send(reverseTransactionCall, { body: reversal }),
    ).toMatchObject({
      status: 409,
      code: 'campaigns.not-reversible',
    })
  })

  test('an expired voucher returns its unit but not its price, and cannot be cancelled', async () => {
    const { id: campaign_id } = await club.giftCampaign(1)
    const { voucher, browser, customer_id } = await club.voucherHolder(campaign_id, { gift: gifts.bag })
    club.clock.advance(10 * dayMs)
    expect(await browser.send(listMyGiftsCall)).toMatchObject({
      data: [{ state: 'expired', copies_left: 0 }],
    })
    expect(await club.stockOf(campaign_id, gifts.bag)).toMatchObject({ on_hand: 0, reserved: 1 })
    for (let n = 0; n < 2; n += 1) await club.promotion.purge()
    expect(await club.stockOf(campaign_id, gifts.bag)).toEqual({ on_hand: 1, reserved: 0, delivered: 0 })
    expect(await balanceOf(customer_id)).toBe(0)
    expect(await browser.send(cancelGiftVoucherCall, { body: voucher })).toMatchObject({
      status: 409,
      message: 'O prazo de retirada terminou em 20/12/2026.',
    })
    expect(await browser.send(listTransactionsCall)).toMatchObject({
      data: [{ status: 'expired', note: 'O prazo de retirada terminou em 20/12/2026.' }],
    })
    club.clock.advance(-10 * dayMs)
  })
})

describe('messages', () => {
  const sent = (customer_id: string) =>
    club.notices.filter((notice) => notice.customer_id === customer_id).map(({ template }) => template)

  test('a customer is notified once each of the issue, the approaching expiry and the cancellation of a voucher', async () => {
    const { id } = await club.giftCampaign()
    const { customer_id, voucher, browser } = await club.voucherHolder(id)
    const jobs = [...club.jobs]
    await club.runJobs()
    club.jobs.push(...jobs)
    await club.runJobs()
    expect(sent(customer_id)).toEqual(['gift-issued'])
    club.clock.advance(8 * dayMs)
    for (let n = 0; n < 2; n += 1) await club.promotion.purge()
    expect(sent(customer_id)).toEqual(['gift-issued', 'gift-expiring'])
    await browser.send(cancelGiftVoucherCall, { body: voucher })
    await browser.send(cancelGiftVoucherCall, { body: voucher })
    expect(sent(customer_id)).toEqual(['gift-issued', 'gift-expiring', 'gift-returned'])
    club.clock.advance(-8 * dayMs)
  })

  test('a voucher is attached to its message while it can be used, for its own customer only', async () => {
    const { id } = await club.giftCampaign()
    const { customer_id, voucher, browser } = await club.voucherHolder(id)
    const attach = (recipient: string) =>
      club.promotion.attachments['gift-issued']?.({ customer_id: recipient, attached_id: voucher.voucher_id })
    expect(await attach(customer_id)).toMatchObject([
      { filename: 'vale-brinde.pdf', content_type: 'application/pdf' },
    ])
    expect(await attach((await club.join()).customer_id)).toBeNull()
    await browser.send(cancelGiftVoucherCall, { body: voucher })
    expect(await attach(customer_id)).toBeNull()
  })

  test('a voucher is resent by e-mail only, while it can be used', async () => {
    const { id } = await club.giftCampaign()
    const { customer_id, transaction_id, voucher, browser } = await club.voucherHolder(id)
    const transaction = { id: transaction_id } as Parameters<typeof club.promotion.resendMessage>[1]
    const resend = () =>
      inTransaction(club.database.db, (tx) => club.promotion.resendMessage(tx, transaction))
    expect(await resend()).toBe(true)
    expect(club.notices.at(-1)).toMatchObject({ customer_id, template: 'gift-issued', topic: null })
    await browser.send(cancelGiftVoucherCall, { body: voucher })
    expect(await resend()).toBe(false)
  })
})

describe('the gifts of a campaign', () => {
  test('the gifts of a campaign are public, with the units left at each pickup point, even while the campaign is paused', async () => {
    const { id: campaign_id } = await club.giftCampaign(1)
    dataOf(await club.tryReceive(campaign_id, 30, { point: pickupPoints.south }))
    await club.voucherHolder(campaign_id)
    club.clock.advance(2000)
    const read = () => club.visitor().send(listGiftsCall, { query: { campaign_id } })
    const list = dataOf(await read())
    expect(list.gifts.map(({ title, availability, remaining }) => [title, availability, remaining])).toEqual([
      ['Copo térmico', 'available', 30],
      ['Sacola de pano', 'last', 1],
      ['Cesta de Natal', 'last', 1],
    ])
    expect(list.gifts[0]?.points).toEqual([
      { pickup_point_id: pickupPoints.north.pickup_point_id, availability: 'out', remaining: 0 },
      { pickup_point_id: pickupPoints.south.pickup_point_id, availability: 'available', remaining: 30 },
    ])
    expect(list.stock).toEqual({ remaining: 32, total: 33 })
    await change(campaign_id, 'pause')
    expect(await read()).toMatchObject({ status: 200 })
  })

  test('the gifts of an unknown campaign and of another kind are not found', async () => {
    const { id } = await club.campaign()
    for (const campaign_id of [id, randomUUID()])
      expect(await club.visitor().send(listGiftsCall, { query: { campaign_id } })).toMatchObject({
        status: 404,
        code: 'campaigns.unknown',
      })
  })

  test('the results of a campaign show how many units of each gift are left, issued, delivered, expired or cancelled', async () => {
    const { id } = await club.giftCampaign(5)
    await club.voucherHolder(id)
    const { browser, voucher } = await club.voucherHolder(id)
    await browser.send(cancelGiftVoucherCall, { body: voucher })
    expect(await club.promotion.readResults(id)).toMatchObject({
      steps: [{ count: 2 }],
      given: { given: 1, total: 15 },
      tables: [{ rows: [{ title: 'Copo térmico, Azul', values: [4, 1, 0, 0, 1] }, {}, {}] }],
    })
  })
})

describe('receiving stock', () => {
  test('received units are stored once with an audit line, and a reused id is refused', async () => {
    const { id } = await club.giftCampaign(0)
    const client_movement_id = randomUUID()
    const first = dataOf(await club.tryReceive(id, 12, { client_movement_id }))
    expect(first).toMatchObject({ repeated: false, stock: [{ on_hand: 12, reserved: 0, delivered: 0 }] })
    expect(dataOf(await club.tryReceive(id, 12, { client_movement_id }))).toEqual({
      ...first,
      repeated: true,
    })
    expect(await club.tryReceive(id, 13, { client_movement_id })).toMatchObject({
      status: 409,
      code: 'free-gifts.movement-reused',
    })
    const { lines } = await searchAudit(club.database.db, { subject_id: id, cursor: null, limit: 10 })
    expect(lines.filter(({ action }) => action === 'free-gifts.receive-stock')).toMatchObject([
      { sentence: 'Recebeu 12 brindes em Balcão Norte: Copo térmico, Azul.' },
    ])
  })

  test('units beyond the promised total are refused with the number that may still be received', async () => {
    const { id } = await club.giftCampaign(0, { stock_total: 10 })
    dataOf(await club.tryReceive(id, 9))
    expect(await club.tryReceive(id, 2)).toMatchObject({
      status: 409,
      message: 'A promoção prevê 10 brindes. Falta receber 1.',
    })
    expect(await club.tryReceive(id, 1)).toMatchObject({ status: 200 })
  })

  test('stock movements cannot be changed or deleted, and counters cannot differ from their sum', async () => {
    const { id } = await club.giftCampaign(1)
    const { db } = club.database
    await expect(db.updateTable('gift_stock_movement').set({ units: 2 }).execute()).rejects.toThrow()
    await expect(db.deleteFrom('gift_stock_movement').execute()).rejects.toThrow()
    await expect(
      db.updateTable('gift_stock').set({ on_hand: 5 }).where('campaign_id', '=', id).execute(),
    ).rejects.toThrow(/gift_stock_conserved/)
  })
})

test('hostile values in the fields of printing and cancelling a voucher never cause a 500', async () => {
  const { id: campaign_id } = await club.giftCampaign()
  const person = await club.shopper()
  const transaction_id = await club.start(person, campaign_id)
  const examples = {
    [printGiftCall.path]: {
      transaction_id,
      campaign_id,
      gift_id: gifts.cup.gift_id,
      pickup_point_id: pickupPoints.north.pickup_point_id,
      print_request_id: randomUUID(),
      service_channel: 'site',
    },
    [cancelGiftVoucherCall.path]: { voucher_id: randomUUID() },
  }
  const broken: string[] = []
  for (const [path, example] of Object.entries(examples))
    for (const field of pathsOf(example))
      for (const value of hostileValues) {
        const { status } = await person.browser.raw(
          'POST',
          path,
          JSON.stringify(replaceAt(example, field, value)),
        )
        if (status >= 500) broken.push(`${path} ${field.join('.')} ${JSON.stringify(value)}: ${status}`)
      }
  expect(broken).toEqual([])
})
