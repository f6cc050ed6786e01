import { randomUUID } from 'node:crypto'
import { awardReceiptFile, deskReceiptFile, readAwardCall } from '@clube/contract/scratch-card/award-calls.ts'
import { readAwardSignatureCall } from '@clube/contract/scratch-card/award-desk-calls.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../db/database.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { dataOf } from '../scratch-club.testing.ts'
import { expireAwards, remindOfAwards } from '../awards/expire-awards.ts'
import { allDinners, useAwardDesk, type Winner } from './award-desk.testing.ts'
import { purgeDesk } from './desk-data.ts'

const club = useAwardDesk()
const dayMs = 24 * 3_600_000
const start = '2026-12-10T15:00:00Z'
const signature = [[0, 0, 500, 500, 1000, 0]]

beforeEach(() => {
  club.clock.set(start)
  club.notices.length = 0
})

const dinners = (change: Parameters<typeof club.sealedCampaign>[0] = {}) =>
  club.sealedCampaign({ ...allDinners, ...change })
const winner = async (change: Parameters<typeof club.sealedCampaign>[0] = {}) =>
  club.winner(await dinners(change))
const awardOf = async ({ browser, award: { award_id } }: Winner) =>
  dataOf(await browser.send(readAwardCall, { params: { award_id } }))
const storedState = async ({ award: { award_id } }: Winner) =>
  (
    await club.database.db
      .selectFrom('scratch_award')
      .select('state')
      .where('id', '=', award_id)
      .executeTakeFirstOrThrow()
  ).state
/** Templates of the messages to a winner. */
const templates = ({ customer_id }: Winner) =>
  club.notices.filter((notice) => notice.customer_id === customer_id).map(({ template }) => template)

describe('reading a prize at the desk', () => {
  test('the QR code and the typed code show the prize, the person and the end of the document, but no birth date', async () => {
    const { award } = await winner()
    const byQr = dataOf(await club.read(award.qr_code ?? ''))
    expect(byQr).toMatchObject({
      award_id: award.award_id,
      campaign_title: expect.any(String),
      prize: { kind: 'service', title: 'Jantar para dois', pickup_place: 'Balcão do Piso 1' },
      customer_name: 'Ana Lúcia Pereira',
      state: 'pending',
      can_deliver: true,
      can_undo: false,
      needs_signature: false,
      needs_account: false,
      expires_at: new Date(Date.parse(start) + 30 * dayMs).toISOString(),
    })
    expect(byQr.document_end).toMatch(/^\d{3}$/)
    expect(JSON.stringify(byQr)).not.toMatch(/1990|birth/)
    expect(dataOf(await club.read(` ${(award.short_code ?? '').toLowerCase()} `))).toEqual(byQr)
  })

  test('reading a prize at the desk is audited with the prize as the subject', async () => {
    const { award } = await winner()
    dataOf(await club.read(award.qr_code ?? ''))
    expect(await club.linesOf('read-award')).toContainEqual({
      actor_id: 'duda',
      subject_id: award.award_id,
      sentence: 'Leu o código de um prêmio no balcão.',
    })
  })

  test('no prize is found by an unknown code or a scratch code', async () => {
    const campaign = await dinners()
    const codes = await club.codes(campaign.id, 1)
    for (const code of [...codes, '', '2222-2222-2222', '2'.repeat(27), 'x'.repeat(200), '💥', "'; drop"])
      expect(await club.read(code)).toMatchObject({ status: 404, code: 'scratch-card.unknown-award' })
  })
})

describe('delivering a prize', () => {
  test('a prize is delivered once, and the customer, the day’s list and the audit trail show it', async () => {
    const won = await winner()
    const client_delivery_id = randomUUID()
    const { award, repeated } = dataOf(await club.deliver(won, { client_delivery_id }))
    expect(award).toMatchObject({
      state: 'delivered',
      can_deliver: false,
      delivered_at: start.replace('Z', '.000Z'),
    })
    expect(repeated).toBe(false)
    expect(dataOf(await club.deliver(won, { client_delivery_id }))).toEqual({ award, repeated: true })
    expect(await club.deliver(won)).toMatchObject({
      status: 409,
      message: 'Este prêmio já foi entregue em 10/12/2026 às 12:00.',
    })
    expect(await awardOf(won)).toMatchObject({ state: 'delivered', delivered_at: expect.any(String) })
    const [listed] = dataOf(await club.deliveries())
    expect(listed).toMatchObject({
      award_id: won.award.award_id,
      prize_title: 'Jantar para dois',
      customer_name: 'Ana',
      code_end: won.award.short_code?.slice(-4),
      has_signature: false,
      can_undo: false,
      undone: null,
    })
    expect(await club.linesOf('deliver')).toContainEqual({
      actor_id: 'duda',
      subject_id: won.award.award_id,
      sentence: 'Entregou um prêmio e conferiu a data de nascimento no documento: Jantar para dois.',
    })
    expect(await club.linesOf('list-deliveries')).toContainEqual({
      actor_id: 'duda',
      subject_id: 'scratch-desk/2026-12-10',
      sentence: 'Consultou as entregas de prêmios do dia.',
    })
    expect(templates(won)).toEqual(['scratch-delivered'])
  })

  test('after a delivery, the customer is asked to rate the receipt that earned the card', async () => {
    const campaign = await club.receiptsCampaign(allDinners)
    const person = await club.join()
    const purchase_id = await club.receipt(person.customer_id, 40_000)
    dataOf(await club.play(person, campaign, ''))
    const [award] = await club.awardsOf(person.browser)
    if (!award) throw new Error('Nothing was won')
    const asked = () =>
      club.database.db
        .selectFrom('rating_request')
        .select('purchase_id')
        .where('customer_id', '=', person.customer_id)
        .execute()
    expect(await asked()).toEqual([])
    dataOf(await club.deliver({ award }))
    expect(await asked()).toEqual([{ purchase_id }])
  })

  test('a birth date that is not the account’s is refused, and the prize stays pending', async () => {
    const won = await winner()
    for (const birth_date of ['21/03/1990', '1991-03-20'])
      expect(await club.deliver(won, { birth_date })).toMatchObject({
        status: 422,
        code: 'scratch-card.birth-date-differs',
      })
    for (const birth_date of ['', '31/02/1990', 'ontem'])
      expect(await club.deliver(won, { birth_date })).toMatchObject({ status: 422 })
    expect(await storedState(won)).toBe('pending')
    dataOf(await club.deliver(won, { birth_date: '1990-03-20' }))
  })

  test('after five wrong birth dates, the desk cannot deliver a prize until the next day; supervisors have their own limit, and each refusal is audited', async () => {
    const [won, another] = [await winner(), await winner()]
    const upperCase = { award: { ...won.award, award_id: won.award.award_id.toUpperCase() } }
    const staff = club.staff('nina', 'attendant')
    const wrong = { birth_date: '21/03/1990' }
    for (const target of [won, upperCase, won, upperCase, won])
      expect(await club.deliver(target, wrong, staff)).toMatchObject({
        status: 422,
        code: 'scratch-card.birth-date-differs',
      })
    const locked = {
      status: 429,
      code: 'scratch-card.too-many-birth-dates',
      message:
        'Foram digitadas muitas datas que não são a do cadastro. Chame a supervisão ou tente de novo amanhã.',
    }
    // The correct date is refused too, for every member of the desk.
    for (const [target, member] of [
      [won, staff],
      [upperCase, staff],
      [won, club.desk()],
    ] as const)
      expect(await club.deliver(target, {}, member)).toMatchObject(locked)
    expect(await storedState(won)).toBe('pending')
    const lines = (await club.linesOf('refuse-delivery')).filter(
      ({ subject_id }) => subject_id === won.award.award_id,
    )
    const lineOf = (actor_id: string, reason: string) => ({
      actor_id,
      subject_id: won.award.award_id,
      sentence: `Tentou entregar um prêmio, que não foi entregue: ${reason}.`,
    })
    expect(lines).toEqual([
      ...Array.from({ length: 5 }, () => lineOf('nina', 'a data de nascimento digitada não é a do cadastro')),
      ...['nina', 'nina', 'duda'].map((member) => lineOf(member, 'muitas datas de nascimento erradas')),
    ])
    dataOf(await club.deliver(another, {}, staff))

    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect(await club.deliver(won, wrong, club.supervisor())).toMatchObject({ status: 422 })
    expect(await club.deliver(won, {}, club.supervisor())).toMatchObject(locked)
    club.clock.advance(dayMs)
    dataOf(await club.deliver(won, {}, staff))
  })

  test('a supervisor can deliver a prize for which the desk has entered too many wrong birth dates', async () => {
    const won = await winner()
    for (let attempt = 1; attempt <= 5; attempt += 1) await club.deliver(won, { birth_date: '21/03/1990' })
    expect(await club.deliver(won)).toMatchObject({ status: 429 })
    expect(dataOf(await club.deliver(won, {}, club.supervisor())).award).toMatchObject({ state: 'delivered' })
  })

  test('a staff member can enter at most thirty wrong birth dates a day, for all prizes together', async () => {
    const campaign = await dinners()
    const staff = club.staff('otto', 'attendant')
    for (let prize = 0; prize < 6; prize += 1) {
      const won = await club.winner(campaign)
      for (let attempt = 0; attempt < 5; attempt += 1)
        expect(await club.deliver(won, { birth_date: '21/03/1990' }, staff)).toMatchObject({ status: 422 })
    }
    const won = await club.winner(campaign)
    expect(await club.deliver(won, {}, staff)).toMatchObject({
      status: 429,
      code: 'scratch-card.too-many-birth-dates',
    })
    dataOf(await club.deliver(won))
  })

  test('correct birth dates do not count toward the limits', async () => {
    const won = await winner()
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      const client_delivery_id = randomUUID()
      dataOf(await club.deliver(won, { client_delivery_id }))
      dataOf(await club.undo(won, client_delivery_id))
    }
  })

  test('no prize is delivered to a person under 18, even if the birth date was corrected after the draw', async () => {
    const won = await winner()
    const correct = (birth_date: string) =>
      sql`update customer set birth_date = ${birth_date} where id = ${won.customer_id}`.execute(
        club.database.db,
      )
    await correct('2008-12-11')
    expect(await club.deliver(won, { birth_date: '11/12/2008' })).toMatchObject({
      status: 409,
      message: 'Prêmios são entregues só a pessoas de 18 anos ou mais.',
    })
    await correct('2008-12-10')
    dataOf(await club.deliver(won, { birth_date: '10/12/2008' }))
  })

  test('a prize of the configured value is delivered only to an account with a password', async () => {
    const campaign = await dinners({ account_from_cents: 12_000 })
    const person = await club.join()
    const { db } = club.database
    await sql`delete from customer_password where customer_id = ${person.customer_id}`.execute(db)
    const won = await club.winner(campaign, person)
    expect(won.award.needs_account).toBe(true)
    expect(dataOf(await club.read(won.award.qr_code ?? '')).needs_account).toBe(true)
    const upperCase = { award: { ...won.award, award_id: won.award.award_id.toUpperCase() } }
    for (const target of [won, upperCase])
      expect(await club.deliver(target)).toMatchObject({ status: 409, code: 'scratch-card.account-missing' })
    await sql`insert into customer_password (customer_id, password_hash, changed_at)
      values (${person.customer_id}, 'x', now())`.execute(db)
    expect((await awardOf(won)).needs_account).toBe(false)
    dataOf(await club.deliver(won))
    // A prize of a lower value needs none.
    const other = await club.join()
    await sql`delete from customer_password where customer_id = ${other.customer_id}`.execute(db)
    const cheap = await club.winner(await dinners({ account_from_cents: 12_001 }), other)
    expect(cheap.award.needs_account).toBe(false)
    dataOf(await club.deliver(cheap))
  })

  test('a signature is required and stored for prizes of the configured value or more; only supervisors can open it, and it is purged after 90 days', async () => {
    const won = await winner({ signature_from_cents: 12_000 })
    expect(won.award.needs_signature).toBe(true)
    expect(await club.deliver(won)).toMatchObject({ status: 422, code: 'scratch-card.signature-missing' })
    dataOf(await club.deliver(won, { signature }))
    const [listed] = dataOf(await club.deliveries())
    if (!listed) throw new Error('Nothing was delivered')
    const { delivery_id, has_signature } = listed
    expect(has_signature).toBe(true)
    expect(await club.desk().send(readAwardSignatureCall, { body: { delivery_id } })).toMatchObject({
      status: 403,
    })
    expect(
      dataOf(await club.supervisor().send(readAwardSignatureCall, { body: { delivery_id } })).signature,
    ).toEqual(signature)
    expect(await club.linesOf('read-signature')).toContainEqual(
      expect.objectContaining({ actor_id: 'karina', subject_id: won.award.award_id }),
    )
    const cheap = await winner({ signature_from_cents: 12_001 })
    dataOf(await club.deliver(cheap, { signature }))
    const { db } = club.database
    const kept = await db
      .selectFrom('scratch_delivery')
      .select(['award_id'])
      .where('signature_sealed', 'is not', null)
      .execute()
    expect(kept).toEqual([{ award_id: won.award.award_id }])
    expect(JSON.stringify(await club.promotion.readOwnData(won.customer_id))).toContain('500,500')
    club.clock.advance(91 * dayMs)
    await purgeDesk(club.scratchDeps)
    expect(await club.supervisor().send(readAwardSignatureCall, { body: { delivery_id } })).toMatchObject({
      status: 404,
      code: 'scratch-card.signature-unknown',
    })
  })

  test('the erasure of an account erases the signatures of its deliveries and keeps the deliveries', async () => {
    const won = await winner({ signature_from_cents: 1 })
    dataOf(await club.deliver(won, { signature }))
    await inTransaction(club.database.db, (tx) => club.promotion.erasePersonalData(tx, won.customer_id))
    const { rows } = await sql`select signature_sealed from scratch_delivery
      where award_id = ${won.award.award_id}`.execute(club.database.db)
    expect(rows).toEqual([{ signature_sealed: null }])
  })

  test('the delivery of an unknown prize is refused, and a delivery id cannot be reused for another prize', async () => {
    const campaign = await dinners()
    const [first, second] = [await club.winner(campaign), await club.winner(campaign)]
    const unknown = { award: { ...first.award, award_id: randomUUID() } }
    expect(await club.deliver(unknown)).toMatchObject({ status: 404 })
    const client_delivery_id = randomUUID()
    dataOf(await club.deliver(first, { client_delivery_id }))
    expect(await club.deliver(second, { client_delivery_id })).toMatchObject({
      status: 409,
      code: 'scratch-card.delivery-reused',
    })
  })
})

describe('undoing a delivery', () => {
  test('a supervisor can undo a delivery within ten minutes, and the prize can be delivered again', async () => {
    const won = await winner()
    const client_delivery_id = randomUUID()
    dataOf(await club.deliver(won, { client_delivery_id }))
    expect(await club.undo(won, client_delivery_id, club.desk())).toMatchObject({ status: 403 })
    const [listed] = dataOf(await club.deliveries(club.supervisor()))
    expect(listed?.can_undo).toBe(true)
    expect(dataOf(await club.undo(won, client_delivery_id))).toMatchObject({
      award: { state: 'pending', can_deliver: true },
      repeated: false,
    })
    expect(dataOf(await club.undo(won, client_delivery_id)).repeated).toBe(true)
    expect(await club.deliver(won, { client_delivery_id })).toMatchObject({
      code: 'scratch-card.delivery-undone',
    })
    expect(dataOf(await club.deliveries())[0]).toMatchObject({
      undone: { reason: 'Prêmio de outra pessoa.' },
    })
    expect(await club.linesOf('undo-delivery')).toContainEqual({
      actor_id: 'karina',
      subject_id: won.award.award_id,
      sentence: 'Desfez a entrega de um prêmio. Motivo: Prêmio de outra pessoa.',
    })
    dataOf(await club.deliver(won))
  })

  test('a delivery cannot be undone after ten minutes', async () => {
    const won = await winner()
    const client_delivery_id = randomUUID()
    dataOf(await club.deliver(won, { client_delivery_id }))
    club.clock.advance(10 * 60_000 + 1)
    expect(await club.undo(won, client_delivery_id)).toMatchObject({
      status: 409,
      message: 'Uma entrega só pode ser desfeita nos primeiros 10 minutos.',
    })
  })

  test('a delivery of another prize and an unknown delivery cannot be undone', async () => {
    const campaign = await dinners()
    const [first, second] = [await club.winner(campaign), await club.winner(campaign)]
    const client_delivery_id = randomUUID()
    dataOf(await club.deliver(first, { client_delivery_id }))
    for (const id of [client_delivery_id, randomUUID()])
      expect(await club.undo(second, id)).toMatchObject({ code: 'scratch-card.not-delivered' })
  })

  test('a prize whose deadline passed before its delivery was undone can be picked up until the end of the day', async () => {
    const won = await winner()
    const deadline = Date.parse(won.award.expires_at ?? '')
    club.clock.set(new Date(deadline - 60_000).toISOString())
    const client_delivery_id = randomUUID()
    dataOf(await club.deliver(won, { client_delivery_id }))
    club.clock.advance(2 * 60_000)
    expect(dataOf(await club.undo(won, client_delivery_id)).award.state).toBe('pending')
    await expireAwards(club.scratchDeps)
    expect(await awardOf(won)).toMatchObject({ state: 'pending', expires_at: '2027-01-10T03:00:00.000Z' })
    club.clock.set('2027-01-10T03:00:00Z')
    expect(await club.deliver(won)).toMatchObject({
      message: 'O prazo de retirada terminou em 09/01/2027.',
    })
  })
})

describe('the deadline of a prize', () => {
  test('a prize that was not picked up expires, and its customer is notified once', async () => {
    const won = await winner()
    club.clock.advance(30 * dayMs)
    expect(await awardOf(won)).toMatchObject({ state: 'expired' })
    expect(await club.deliver(won)).toMatchObject({ code: 'scratch-card.award-expired' })
    await expireAwards(club.scratchDeps)
    await expireAwards(club.scratchDeps)
    expect(await storedState(won)).toBe('expired')
    expect(templates(won)).toEqual(['scratch-expired'])
  })

  test('customers are reminded of a prize once in its last three days, in the daytime', async () => {
    const won = await winner()
    await remindOfAwards(club.scratchDeps)
    expect(templates(won)).toEqual([])
    club.clock.set('2027-01-07T04:00:00Z')
    await remindOfAwards(club.scratchDeps)
    expect(templates(won)).toEqual([])
    club.clock.set('2027-01-07T15:00:00Z')
    await remindOfAwards(club.scratchDeps)
    await remindOfAwards(club.scratchDeps)
    expect(templates(won)).toEqual(['scratch-expiring'])
  })

  test('winners are notified once, even if the job is repeated', async () => {
    club.jobs.length = 0
    await winner()
    const jobs = [...club.jobs]
    await club.runJobs()
    club.jobs.push(...jobs)
    await club.runJobs()
    const won = club.notices.filter(({ template }) => template === 'scratch-won')
    expect(won).toHaveLength(1)
    expect(JSON.stringify(won)).toContain('Jantar para dois')
    expect(JSON.stringify(won)).not.toMatch(/[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/)
  })
})

describe('a reversed participation', () => {
  test('a reversal cancels a pending prize, which can then no longer be delivered', async () => {
    const won = await winner()
    dataOf(await club.reverse(won))
    expect(await awardOf(won)).toMatchObject({ state: 'cancelled' })
    expect(await club.deliver(won)).toMatchObject({ code: 'scratch-card.award-cancelled' })
  })

  test('a participation cannot be reversed after the delivery of its prize, unless the delivery is undone', async () => {
    const won = await winner()
    const client_delivery_id = randomUUID()
    dataOf(await club.deliver(won, { client_delivery_id }))
    expect(await club.reverse(won)).toMatchObject({ status: 409, code: 'campaigns.not-reversible' })
    dataOf(await club.undo(won, client_delivery_id))
    dataOf(await club.reverse(won))
    expect(await storedState(won)).toBe('cancelled')
  })
})

describe('the receipt of a delivered prize', () => {
  test.each(['a4', '80mm'] as const)(
    'the customer and the desk can open the receipt in the format %s only after the delivery',
    async (format) => {
      const won = await winner()
      const { award_id } = won.award
      expect(await club.load(won.browser, awardReceiptFile, { award_id, format })).toMatchObject({
        status: 409,
      })
      expect(await club.load(club.desk(), deskReceiptFile, { award_id, format })).toMatchObject({
        status: 409,
      })
      dataOf(await club.deliver(won))
      const own = await club.load(won.browser, awardReceiptFile, { award_id, format })
      expect(own).toMatchObject({ status: 200, type: 'application/pdf' })
      const { elements, isTagged, language } = await readPdf(own.content)
      expect({ isTagged, language }).toEqual({ isTagged: true, language: 'pt-BR' })
      const text = elements.map((element) => element.text).join('\n')
      for (const part of [
        'Recibo de entrega de prêmio',
        'Jantar para dois',
        'Ana Lúcia Pereira',
        'Balcão do Piso 1',
      ])
        expect(text).toContain(part)
      expect(text).toMatch(/CPF \*\*\*\.\d{3}\.\d{3}-\*\*/)
      const atDesk = await club.load(club.desk(), deskReceiptFile, { award_id, format })
      expect(atDesk.content.equals(own.content)).toBe(true)
      expect(await club.linesOf('print-receipt')).toContainEqual(
        expect.objectContaining({ actor_id: 'duda', subject_id: award_id }),
      )
    },
  )

  test('another customer can read neither a prize nor its receipt', async () => {
    const won = await winner()
    dataOf(await club.deliver(won))
    const { browser } = await club.join()
    const { award_id } = won.award
    expect(await club.load(browser, awardReceiptFile, { award_id, format: 'a4' })).toMatchObject({
      status: 404,
    })
    expect(await browser.send(readAwardCall, { params: { award_id } })).toMatchObject({
      code: 'scratch-card.unknown-award',
    })
  })

  test('an undone delivery has no receipt', async () => {
    const won = await winner()
    const client_delivery_id = randomUUID()
    dataOf(await club.deliver(won, { client_delivery_id }))
    dataOf(await club.undo(won, client_delivery_id))
    const { award_id } = won.award
    expect(await club.load(won.browser, awardReceiptFile, { award_id, format: 'a4' })).toMatchObject({
      status: 409,
    })
  })
})
