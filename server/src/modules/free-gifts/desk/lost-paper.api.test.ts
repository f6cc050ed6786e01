import { randomUUID } from 'node:crypto'
import { cancelGiftVoucherCall, giftVoucherFile, listMyGiftsCall } from '@clube/contract/free-gifts/calls.ts'
import { findVouchersCall } from '@clube/contract/free-gifts/desk-calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { dataOf, pickupPoints } from '../gifts-club.testing.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { useGiftDesk, type Holder } from './gift-desk.testing.ts'

const club = useGiftDesk()
const dayMs = 24 * 3_600_000
afterEach(() => club.clock.set('2026-12-10T15:00:00.000Z'))

const foundBy = async (customer_id: string, campaign_id: string) =>
  dataOf(await club.find(await club.documentOf(customer_id), campaign_id)).vouchers
const idsOf = (vouchers: readonly { voucher_id: string }[] | null) =>
  vouchers?.map(({ voucher_id }) => voucher_id)

describe('finding vouchers by document', () => {
  test('a search by document, formatted or not, returns a voucher as its code does, and each search is audited', async () => {
    const { id } = await club.giftCampaign()
    const { customer_id, voucher } = await club.voucherHolder(id)
    const document = await club.documentOf(customer_id)
    const read = dataOf(await club.read(voucher.qr))
    for (const text of [document, document.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4')])
      expect(dataOf(await club.find(text, id))).toEqual({ vouchers: [read] })
    const line = {
      actor_id: 'duda',
      subject_id: customer_id,
      sentence: 'Procurou em Balcão Norte os vales-brinde de um cadastro pelo documento.',
    }
    expect(await club.auditLinesOf('find-vouchers')).toEqual([line, line])
    expect(JSON.stringify(await club.auditLinesOf('find-vouchers'))).not.toContain(document)
  })

  test('a search by document lists vouchers of the desk’s pickup point first, then those of other points and of other campaigns', async () => {
    const [campaign, otherCampaign] = [await club.giftCampaign(), await club.giftCampaign()]
    dataOf(await club.tryReceive(campaign.id, 5, { point: pickupPoints.south }))
    const person = await club.shopper(3)
    const other = dataOf(await club.tryChoose(person, otherCampaign.id))
    const south = dataOf(await club.tryChoose(person, campaign.id, { point: pickupPoints.south }))
    const north = dataOf(await club.tryChoose(person, campaign.id))
    expect(idsOf(await foundBy(person.customer_id, campaign.id))).toEqual(
      [north, south, other].map(({ voucher_id }) => voucher_id),
    )
  })

  test('a search by document does not find delivered, cancelled or expired vouchers', async () => {
    const { id } = await club.giftCampaign()
    const person = await club.shopper(3)
    const [delivered, cancelled, expired] = [
      dataOf(await club.tryChoose(person, id)),
      dataOf(await club.tryChoose(person, id)),
      dataOf(await club.tryChoose(person, id)),
    ]
    dataOf(await club.deliver({ voucher: delivered }))
    dataOf(await person.browser.send(cancelGiftVoucherCall, { body: cancelled }))
    expect(idsOf(await foundBy(person.customer_id, id))).toEqual([expired.voucher_id])
    club.clock.advance(10 * dayMs)
    expect(await foundBy(person.customer_id, id)).toEqual([])
  })

  test('a search for an unknown document is audited without a subject, and an invalid document or pickup point is refused', async () => {
    const { id } = await club.giftCampaign()
    expect(dataOf(await club.find('529.982.247-25', id))).toEqual({ vouchers: null })
    expect((await club.auditLinesOf('find-vouchers')).at(-1)).toMatchObject({
      subject_id: null,
      sentence: 'Procurou em Balcão Norte os vales-brinde de um documento que não tem cadastro.',
    })
    expect(await club.find('111.111.111-11', id)).toMatchObject({
      status: 422,
      errors: [{ path: 'document_id', message: 'CPF inválido!' }],
    })
    const body = { document_id: '529.982.247-25', campaign_id: id, pickup_point_id: randomUUID() }
    expect(await club.desk().send(findVouchersCall, { body })).toMatchObject({
      status: 404,
      message: 'Ponto de retirada não encontrado nesta promoção.',
    })
  })

  test('a staff member who has exhausted the limit on customer searches cannot search for vouchers', async () => {
    const { id } = await club.giftCampaign()
    const { customer_id } = await club.voucherHolder(id)
    const document = await club.documentOf(customer_id)
    club.exhausted.add('customer-searches/rosa')
    const searches = (await club.auditLinesOf('find-vouchers')).length
    expect(await club.find(document, id, club.staff('rosa', 'attendant'))).toMatchObject({ status: 429 })
    expect(await club.auditLinesOf('find-vouchers')).toHaveLength(searches)
    dataOf(await club.find(document, id))
  })
})

describe('printing at the desk', () => {
  const voucherHolder = async () => {
    const { id: campaign_id } = await club.giftCampaign()
    const person = await club.voucherHolder(campaign_id)
    const copy = () => club.print(person, { campaign_id, transaction_id: person.transaction_id })
    return { campaign_id, copy, ...person }
  }
  const printsOf = ({ voucher: { voucher_id } }: Pick<Holder, 'voucher'>) =>
    club.database.db
      .selectFrom('gift_print')
      .select(['copy_number', 'service_channel', 'staff_id'])
      .where('voucher_id', '=', voucher_id)
      .where('copy_number', '>', 0)
      .orderBy('copy_number')
      .execute()

  test('a copy printed at the desk has the codes of the voucher, a repeated request returns the same copy, and each copy is audited once', async () => {
    const person = await voucherHolder()
    const { voucher_id, voucher_code: short_code, qr: qr_code } = person.voucher
    const print_request_id = randomUUID()
    for (let n = 0; n < 2; n += 1)
      expect(dataOf(await club.printAtDesk(person, print_request_id))).toEqual({
        voucher_id,
        short_code,
        qr_code,
        copy_number: 4,
      })
    expect(dataOf(await club.printAtDesk(person))).toMatchObject({ copy_number: 5 })
    expect(await club.auditLinesOf('print-copy')).toEqual(
      [1, 2].map((number) => ({
        actor_id: 'duda',
        subject_id: voucher_id,
        sentence: `Imprimiu um vale-brinde no balcão: 2ª via do balcão (nº ${number}).`,
      })),
    )
  })

  test('the desk can print a voucher after its customer’s three copies, and the desk’s copies do not count toward them', async () => {
    const person = await voucherHolder()
    const copiesLeft = async () => dataOf(await person.browser.send(listMyGiftsCall))[0]?.copies_left
    dataOf(await club.printAtDesk(person))
    expect(await copiesLeft()).toBe(3)
    for (const copy_number of [1, 2, 3]) expect(dataOf(await person.copy())).toMatchObject({ copy_number })
    expect(await person.copy()).toMatchObject({ code: 'free-gifts.no-copies-left' })
    dataOf(await club.printAtDesk(person))
    expect(await copiesLeft()).toBe(0)
    const own = { service_channel: 'site', staff_id: null }
    const desk = { service_channel: 'balcao', staff_id: 'duda' }
    expect(await printsOf(person)).toEqual([
      { copy_number: 1, ...own },
      { copy_number: 2, ...own },
      { copy_number: 3, ...own },
      { copy_number: 4, ...desk },
      { copy_number: 5, ...desk },
    ])
  })

  test.each([
    [4, null],
    [3, 'duda'],
  ])('the database rejects copy number %i printed by %s', async (copy_number, staff_id) => {
    const { voucher } = await voucherHolder()
    await expect(
      sql`insert into gift_print (voucher_id, copy_number, print_request_id, service_channel, printed_at, staff_id)
        values (${voucher.voucher_id}, ${copy_number}, ${randomUUID()}, 'site', now(), ${staff_id})`.execute(
        club.database.db,
      ),
    ).rejects.toThrow('gift_print_number')
  })

  test('the customer’s own PDF does not show the number of a desk copy', async () => {
    const person = await voucherHolder()
    dataOf(await person.copy())
    dataOf(await club.printAtDesk(person))
    const { voucher_id } = person.voucher
    const path = filePath(giftVoucherFile, { voucher_id, format: '80mm' })
    const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(club.url + path, { headers: { cookie } })
    const { elements } = await readPdf(new Uint8Array(await response.arrayBuffer()))
    expect(elements.map(({ text }) => text)).toContain('Vale-brinde, 2ª via (1 de 3)')
  })

  test('vouchers that are delivered, cancelled, expired or unknown are not printed, not even by a repeated request', async () => {
    const [delivered, cancelled, expired] = [
      await voucherHolder(),
      await voucherHolder(),
      await voucherHolder(),
    ]
    const print_request_id = randomUUID()
    dataOf(await club.printAtDesk(delivered, print_request_id))
    dataOf(await club.deliver(delivered))
    expect(await club.printAtDesk(delivered, print_request_id)).toMatchObject({
      status: 409,
      message: 'Este vale-brinde já foi utilizado em 10/12/2026 às 12:00.',
    })
    dataOf(await cancelled.browser.send(cancelGiftVoucherCall, { body: cancelled.voucher }))
    expect(await club.printAtDesk(cancelled)).toMatchObject({ message: 'Este vale-brinde foi cancelado.' })
    club.clock.advance(10 * dayMs)
    expect(await club.printAtDesk(expired)).toMatchObject({
      message: 'O prazo de retirada terminou em 20/12/2026.',
    })
    const unknown = { voucher: { ...expired.voucher, voucher_id: randomUUID() } }
    expect(await club.printAtDesk(unknown)).toMatchObject({ code: 'free-gifts.unknown-voucher' })
    expect(await printsOf(expired)).toEqual([])
  })
})
