import { randomUUID } from 'node:crypto'
import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { cancelGiftVoucherCall, readGiftVoucherCall } from '@clube/contract/free-gifts/calls.ts'
import { listDeskPointsCall, readSignatureCall } from '@clube/contract/free-gifts/desk-calls.ts'
import { reverseTransactionCall, listTransactionsCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../db/database.ts'
import { dataOf, gifts, giftSettings, pickupPoints } from '../gifts-club.testing.ts'
import { useGiftDesk } from './gift-desk.testing.ts'

const club = useGiftDesk()
const start = '2026-12-10T15:00:00.000Z'
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
afterEach(() => club.clock.set(start))

const signature = [[100, 200, 300, 400, 500, 600]]

describe('a voucher at the desk', () => {
  test('a voucher is read by either of its codes, with its holder’s name and the end of the document, and each read is audited', async () => {
    const { id } = await club.giftCampaign()
    const { voucher } = await club.voucherHolder(id)
    for (const code of [voucher.qr, voucher.voucher_code.toLowerCase()])
      expect(dataOf(await club.read(code))).toEqual({
        voucher_id: voucher.voucher_id,
        campaign_id: id,
        campaign_title: 'Natal no Ipê',
        gift: { gift_id: gifts.cup.gift_id, title: 'Copo térmico', variant: 'Azul', picture: null },
        pickup_point: pickupPoints.north,
        customer_name: 'Ana Lúcia Pereira',
        document_end: expect.stringMatching(/^\d{3}$/),
        state: 'issued',
        issued_at: start,
        expires_at: voucher.expires_at,
        can_deliver: true,
        delivered_at: null,
        delivered_by: null,
        can_undo: false,
        client_delivery_id: null,
        needs_signature: false,
        queue_number: null,
      })
    const line = {
      actor_id: 'duda',
      subject_id: voucher.voucher_id,
      sentence: 'Leu um vale-brinde no balcão.',
    }
    expect(await club.auditLinesOf('read-voucher')).toEqual([line, line])
  })

  test.each(['', 'K7QM-2XPD-9FHT', 'https://exemplo.com.br'])(
    'no voucher is found by the code "%s"',
    async (code) => {
      expect(await club.read(code)).toMatchObject({ status: 404, message: 'Vale-brinde não encontrado.' })
    },
  )

  test('a campaign and its pickup points are listed to desks until the end of its last delivery day', async () => {
    const redeem_until = new Date('2026-12-12T03:00:00Z')
    const { id } = await club.giftCampaign(1, { ends_at: new Date('2026-12-11T03:00:00Z'), redeem_until })
    const listed = async () =>
      dataOf(await club.desk().send(listDeskPointsCall)).find(({ campaign_id }) => campaign_id === id)
    expect(await listed()).toEqual({
      campaign_id: id,
      title: 'Natal no Ipê',
      redeem_until: redeem_until.toISOString(),
      pickup_points: Object.values(pickupPoints),
    })
    club.clock.set('2026-12-12T02:59:59Z')
    expect(await listed()).toBeDefined()
    club.clock.set('2026-12-12T03:00:00Z')
    expect(await listed()).toBeUndefined()
  })
})

describe('delivering a gift', () => {
  test('a gift is delivered once, a repeat gets the first response, and another delivery is refused with date and time', async () => {
    const { id } = await club.giftCampaign(3)
    const holder = await club.voucherHolder(id)
    const client_delivery_id = randomUUID()
    const first = dataOf(await club.deliver(holder, { client_delivery_id }))
    expect(first).toMatchObject({
      repeated: false,
      voucher: { state: 'delivered', delivered_at: start, can_deliver: false },
    })
    club.clock.advance(minuteMs)
    expect(dataOf(await club.deliver(holder, { client_delivery_id }))).toEqual({ ...first, repeated: true })
    expect(await club.deliver(holder)).toMatchObject({
      status: 409,
      message: 'Este vale-brinde já foi utilizado em 10/12/2026 às 12:00.',
    })
    expect(await club.stockOf(id)).toEqual({ on_hand: 2, reserved: 0, delivered: 1 })
    expect(await club.auditLinesOf('deliver')).toMatchObject([
      { sentence: 'Entregou um brinde em Balcão Norte: Copo térmico, Azul.' },
    ])
    const { browser, voucher, customer_id } = holder
    const params = { voucher_id: voucher.voucher_id }
    expect(await browser.send(readGiftVoucherCall, { params })).toMatchObject({
      data: { state: 'delivered', delivered_at: start, can_cancel: false, copies_left: 0 },
    })
    expect(club.notices.filter((notice) => notice.customer_id === customer_id)).toMatchObject([
      {
        template: 'gift-delivered',
        expires_at: null,
        texts: {
          details: [
            { value: 'Copo térmico, Azul' },
            { value: 'Balcão Norte, Piso 1, ao lado da escada rolante' },
            { value: '10/12/2026 12:00' },
          ],
        },
      },
    ])
  })

  test('a delivery id cannot be reused for another voucher', async () => {
    const { id } = await club.giftCampaign()
    const client_delivery_id = randomUUID()
    dataOf(await club.deliver(await club.voucherHolder(id), { client_delivery_id }))
    const other = await club.voucherHolder(id)
    expect(await club.deliver(other, { client_delivery_id })).toMatchObject({
      status: 409,
      code: 'free-gifts.delivery-reused',
    })
    expect(await club.read(other.voucher.qr)).toMatchObject({ data: { state: 'issued' } })
  })

  test('expired, cancelled and unknown vouchers are not delivered', async () => {
    const { id } = await club.giftCampaign()
    const [expired, cancelled] = [await club.voucherHolder(id), await club.voucherHolder(id)]
    dataOf(await cancelled.browser.send(cancelGiftVoucherCall, { body: cancelled.voucher }))
    expect(await club.deliver(cancelled)).toMatchObject({ message: 'Este vale-brinde foi cancelado.' })
    club.clock.set('2026-12-20T15:00:00Z')
    expect(await club.deliver(expired)).toMatchObject({
      status: 409,
      message: 'O prazo de retirada terminou em 20/12/2026.',
    })
    expect(await club.deliver({ voucher: { ...expired.voucher, voucher_id: randomUUID() } })).toMatchObject({
      status: 404,
      code: 'free-gifts.unknown-voucher',
    })
  })

  test('a campaign ends with the delivery of its last promised unit', async () => {
    const { id, slug } = await club.giftCampaign(0, { stock_total: 2 })
    dataOf(await club.tryReceive(id, 2))
    const holders = [await club.voucherHolder(id), await club.voucherHolder(id)]
    const state = async () => {
      const campaign = await club.visitor().send(readCampaignCall, { params: { slug } })
      return campaign.ok ? campaign.data.state : campaign.code
    }
    for (const holder of holders) {
      expect(await state()).toBe('active')
      dataOf(await club.deliver(holder))
    }
    expect(await state()).toBe('ended')
  })

  test('a delivered gift can be neither cancelled by its customer nor reversed', async () => {
    const { id } = await club.giftCampaign()
    const holder = await club.voucherHolder(id)
    dataOf(await club.deliver(holder))
    const { browser, voucher } = holder
    expect(await browser.send(cancelGiftVoucherCall, { body: voucher })).toMatchObject({
      status: 409,
      code: 'free-gifts.already-delivered',
    })
    const [listed] = dataOf(await browser.send(listTransactionsCall))
    const body = { protocol: listed?.protocol ?? '', reason: 'Pedido no balcão.' }
    expect(await club.staff('bia', 'approver').send(reverseTransactionCall, { body })).toMatchObject({
      status: 409,
      code: 'campaigns.not-reversible',
    })
  })
})

test('a receipt that is reversed after its gift was delivered leaves a debt, and the gift remains delivered', async () => {
  const { id } = await club.giftCampaign()
  const holder = await club.voucherHolder(id)
  const { customer_id, browser } = holder
  dataOf(await club.deliver(holder))
  const [receipt] = await club.database.db
    .selectFrom('purchase')
    .select('id')
    .where('customer_id', '=', customer_id)
    .execute()
  await club.reverseReceipt(customer_id, receipt?.id ?? '')
  const progress = dataOf(await browser.send(listCreditCall)).find(({ campaign_id }) => campaign_id === id)
  expect(progress).toMatchObject({ debt_cents: 40_000, participations: 0 })
  expect(await club.read(holder.voucher.qr)).toMatchObject({ data: { state: 'delivered' } })
  expect(await club.stockOf(id)).toMatchObject({ reserved: 0, delivered: 1 })
})

test('after a delivery, the customer is asked to rate the newest receipt that the gift used, once in 30 days', async () => {
  const { id } = await club.giftCampaign(5)
  const asked = (customer_id: string) =>
    club.database.db
      .selectFrom('rating_request')
      .select(['purchase_id', 'asked_at'])
      .where('customer_id', '=', customer_id)
      .execute()
  const holder = await club.voucherHolder(id)
  const { purchase_id } = await club.database.db
    .selectFrom('purchase_allocation')
    .select('purchase_id')
    .where('transaction_id', '=', holder.transaction_id)
    .executeTakeFirstOrThrow()
  expect(await asked(holder.customer_id)).toEqual([])
  const client_delivery_id = randomUUID()
  for (let repeat = 0; repeat < 2; repeat += 1) dataOf(await club.deliver(holder, { client_delivery_id }))
  expect(await asked(holder.customer_id)).toEqual([{ purchase_id, asked_at: new Date(start) }])

  const receive = async (person: Pick<typeof holder, 'customer_id' | 'browser'>) => {
    await club.receipt(person.customer_id, 40_000)
    const next = dataOf(await club.tryChoose(person, id))
    dataOf(await club.deliver({ voucher: next }))
  }
  club.clock.set(new Date(Date.parse(start) + 9 * dayMs).toISOString())
  await receive(holder)
  expect(await asked(holder.customer_id)).toHaveLength(1)
  club.clock.set(new Date(Date.parse(start) + 30 * dayMs).toISOString())
  await receive(holder)
  expect(await asked(holder.customer_id)).toHaveLength(2)
})

test('a delivery asks about no receipt that was reversed, that was asked about before, or where only points were spent', async () => {
  const { id } = await club.giftCampaign(5)
  const requests = async (customer_id: string) =>
    (
      await club.database.db
        .selectFrom('rating_request')
        .select('purchase_id')
        .where('customer_id', '=', customer_id)
        .execute()
    ).length
  const points = await club.voucherHolder(id, { gift: gifts.bag })
  dataOf(await club.deliver(points))
  expect(await requests(points.customer_id)).toBe(0)

  const reversed = await club.voucherHolder(id)
  const { purchase_id } = await club.database.db
    .selectFrom('purchase_allocation')
    .select('purchase_id')
    .where('transaction_id', '=', reversed.transaction_id)
    .executeTakeFirstOrThrow()
  await club.reverseReceipt(reversed.customer_id, purchase_id)
  dataOf(await club.deliver(reversed))
  expect(await requests(reversed.customer_id)).toBe(0)

  const rated = await club.voucherHolder(id)
  await sql`
    insert into rating_request (purchase_id, customer_id, shop_id, asked_at, expires_at, email)
    select p.id, p.customer_id, p.shop_id, ${new Date(0)}, ${new Date(start)}, 'sent'
    from purchase p join purchase_allocation a on a.purchase_id = p.id
    where a.transaction_id = ${rated.transaction_id}`.execute(club.database.db)
  dataOf(await club.deliver(rated))
  expect(await requests(rated.customer_id)).toBe(1)
})

describe('signatures', () => {
  const signedCampaign = () => club.giftCampaign(3, { settings: { ...giftSettings, needs_signature: true } })
  const readSignature = (delivery_id: string) =>
    club.supervisor().send(readSignatureCall, { body: { delivery_id } })
  const deliveryOf = async (campaign_id: string) =>
    dataOf(await club.deliveries(campaign_id))[0]?.delivery_id ?? ''

  test('a signature that the campaign requires is stored sealed, and a supervisor’s access to it is audited', async () => {
    const { id } = await signedCampaign()
    const holder = await club.voucherHolder(id)
    expect(await club.deliver(holder)).toMatchObject({
      status: 422,
      code: 'free-gifts.signature-missing',
      message: 'Peça a assinatura antes de entregar.',
    })
    dataOf(await club.deliver(holder, { signature }))
    const { signature_sealed } = await club.database.db
      .selectFrom('gift_delivery')
      .select('signature_sealed')
      .where('voucher_id', '=', holder.voucher.voucher_id)
      .executeTakeFirstOrThrow()
    expect(signature_sealed?.toString()).not.toContain('100,200')
    expect(dataOf(await club.deliveries(id))).toMatchObject([{ has_signature: true }])
    expect(dataOf(await readSignature(await deliveryOf(id)))).toEqual({ signature })
    expect(await club.auditLinesOf('read-signature')).toMatchObject([
      { subject_id: holder.voucher.voucher_id },
    ])
  })

  test('a signature that the campaign does not require is not stored', async () => {
    const { id } = await club.giftCampaign()
    dataOf(await club.deliver(await club.voucherHolder(id), { signature }))
    expect(await readSignature(await deliveryOf(id))).toMatchObject({
      status: 404,
      code: 'free-gifts.signature-unknown',
    })
  })

  test('a signature is exported to its customer, and erased after 90 days or with the customer’s data', async () => {
    const { id } = await signedCampaign()
    const [erased, old] = [await club.voucherHolder(id), await club.voucherHolder(id)]
    for (const holder of [erased, old]) dataOf(await club.deliver(holder, { signature }))
    const own = async (customer_id: string) =>
      (await club.promotion.readOwnData(customer_id))['gift_deliveries']
    const { voucher_id } = erased.voucher
    expect(await own(erased.customer_id)).toMatchObject([{ voucher_id, undone_at: null, signature }])
    await inTransaction(club.database.db, (tx) => club.promotion.erasePersonalData(tx, erased.customer_id))
    expect(await own(erased.customer_id)).toMatchObject([{ voucher_id, signature: null }])
    club.clock.advance(90 * dayMs)
    await club.promotion.purge()
    expect(await own(old.customer_id)).toMatchObject([{ signature }])
    club.clock.advance(1)
    await club.promotion.purge()
    expect(await own(old.customer_id)).toMatchObject([{ signature: null }])
  })
})

describe('undoing a delivery', () => {
  test('after a delivery is undone, the voucher can be delivered again, and stock, lists and the audit trail are correct', async () => {
    const { id } = await club.giftCampaign(0, { stock_total: 5 })
    dataOf(await club.tryReceive(id, 1))
    const holder = await club.voucherHolder(id)
    const client_delivery_id = randomUUID()
    dataOf(await club.deliver(holder, { client_delivery_id }))
    club.clock.advance(10 * minuteMs)
    expect(dataOf(await club.undo(holder, client_delivery_id))).toMatchObject({
      repeated: false,
      voucher: { state: 'issued', can_deliver: true, delivered_at: null },
    })
    expect(dataOf(await club.undo(holder, client_delivery_id))).toMatchObject({ repeated: true })
    expect(await club.stockOf(id)).toEqual({ on_hand: 0, reserved: 1, delivered: 0 })
    const { rows } = await sql`select stock_taken from campaign where id = ${id}`.execute(club.database.db)
    expect(rows).toEqual([{ stock_taken: 0 }])
    expect(await club.deliver(holder, { client_delivery_id })).toMatchObject({
      status: 409,
      message: 'Esta entrega foi desfeita. Leia o vale-brinde de novo.',
    })
    dataOf(await club.deliver(holder))
    expect(await club.stockOf(id)).toEqual({ on_hand: 0, reserved: 0, delivered: 1 })
    expect(dataOf(await club.deliveries(id))).toMatchObject([
      { undone: null },
      { undone: { at: '2026-12-10T15:10:00.000Z', reason: 'Outra pessoa da fila.' }, can_undo: false },
    ])
    expect(await club.auditLinesOf('undo-delivery')).toEqual([
      {
        actor_id: 'karina',
        subject_id: holder.voucher.voucher_id,
        sentence: 'Desfez a entrega de um brinde. Motivo: Outra pessoa da fila.',
      },
    ])
  })

  test('only supervisors see that a delivery can be undone, for ten minutes; later, or with another voucher or delivery, the undo is refused', async () => {
    const { id } = await club.giftCampaign()
    const [holder, other] = [await club.voucherHolder(id), await club.voucherHolder(id)]
    const client_delivery_id = randomUUID()
    dataOf(await club.deliver(holder, { client_delivery_id }))
    const canUndo = async (staff = club.supervisor()) => dataOf(await club.deliveries(id, staff))[0]?.can_undo
    expect([await canUndo(), await canUndo(club.desk())]).toEqual([true, false])
    for (const [voucher, delivery] of [
      [other, client_delivery_id],
      [holder, randomUUID()],
    ] as const)
      expect(await club.undo(voucher, delivery)).toMatchObject({
        status: 409,
        code: 'free-gifts.not-delivered',
      })
    club.clock.advance(10 * minuteMs + 1)
    expect(await canUndo()).toBe(false)
    expect(await club.undo(holder, client_delivery_id)).toMatchObject({
      status: 409,
      message: 'Uma entrega só pode ser desfeita nos primeiros 10 minutos.',
    })
  })

  test('a voucher whose deadline passed after its delivery can be used for the rest of the day when the delivery is undone', async () => {
    const { id } = await club.giftCampaign()
    const holder = await club.voucherHolder(id)
    const client_delivery_id = randomUUID()
    club.clock.set('2026-12-20T14:59:59Z')
    dataOf(await club.deliver(holder, { client_delivery_id }))
    club.clock.set('2026-12-20T15:05:00Z')
    expect(dataOf(await club.undo(holder, client_delivery_id))).toMatchObject({
      voucher: { state: 'issued', can_deliver: true },
    })
    club.clock.set('2026-12-21T03:00:00Z')
    expect(await club.deliver(holder)).toMatchObject({ code: 'free-gifts.voucher-expired' })
  })
})

describe('the deliveries of a day', () => {
  test('the deliveries of a day are listed page by page, newest first, and reading them is audited', async () => {
    const { id } = await club.giftCampaign(60)
    for (let n = 0; n < 52; n += 1) {
      dataOf(await club.deliver(await club.voucherHolder(id)))
      club.clock.advance(1000)
    }
    const first = await club.deliveries(id)
    if (!first.ok) throw new Error(first.message)
    expect(first.data).toHaveLength(50)
    expect(first.data[0]).toMatchObject({
      customer_name: 'Ana',
      delivered_at: '2026-12-10T15:00:51.000Z',
      gift: { title: 'Copo térmico' },
      code_end: expect.stringMatching(/^[2-9A-Z]{4}$/),
    })
    const second = await club.deliveries(id, club.desk(), first.next_cursor ?? '')
    expect(second.ok && second.data.map(({ delivered_at }) => delivered_at)).toEqual([
      '2026-12-10T15:00:01.000Z',
      start,
    ])
    expect(await club.auditLinesOf('list-deliveries')).toEqual(
      expect.arrayContaining([
        {
          actor_id: 'duda',
          subject_id: `${pickupPoints.north.pickup_point_id}/2026-12-10`,
          sentence: 'Consultou as entregas de brindes do dia.',
        },
      ]),
    )
    club.clock.set('2026-12-11T15:00:00Z')
    expect(dataOf(await club.deliveries(id))).toEqual([])
  })

  test('a customer’s data accesses include those to the voucher and, once a number is taken and the gift delivered, to the lists of that pickup point and day', async () => {
    const { id } = await club.giftCampaign()
    const holder = await club.voucherHolder(id)
    const subjects = () => club.promotion.listSubjects(club.database.db, holder.customer_id)
    const { voucher_id } = holder.voucher
    expect(await subjects()).toEqual([{ id: voucher_id, since: null }])
    dataOf(await club.takeNumber(holder))
    club.clock.advance(minuteMs)
    dataOf(await club.deliver(holder))
    expect(await subjects()).toEqual([
      { id: voucher_id, since: null },
      { id: `${pickupPoints.north.pickup_point_id}/2026-12-10`, since: new Date(start) },
    ])
  })

  test('the list of deliveries of an unknown pickup point is empty', async () => {
    expect(dataOf(await club.deliveries(randomUUID()))).toEqual([])
  })
})
