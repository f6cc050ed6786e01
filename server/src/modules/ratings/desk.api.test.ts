import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { acceptDocumentsCall } from '@clube/contract/consent/acceptance-calls.ts'
import { newTicketCall, newTicketOptionsCall } from '@clube/contract/customer-service/calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { listDataAccessesCall } from '@clube/contract/privacy/data-access-calls.ts'
import { requestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { saveRatingCall, listOpenRatingsCall, listOwnRatingsCall } from '@clube/contract/ratings/calls.ts'
import {
  listDetractorsCall,
  ratingFiguresFile,
  readDetractorContactCall,
  readRatingFiguresCall,
  recordFollowUpCall,
  type Detractor,
  type DetractorQueue,
  type RatingFigures,
} from '@clube/contract/ratings/staff-calls.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { waitingCountsCall } from '@clube/contract/staff/waiting-calls.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { shops } from '../../../seeds/demonstration/shops.ts'
import type { ApiResponse, TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { receiptKeyOf } from '../../testing/receipts.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'

const club = useClub()
const [bookshop, cafe] = shops
const cpfs = freshCpfs(20, 470_000_000)
let numbers = 40_000
let agent: TestBrowser
let marketing: TestBrowser

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`${response.status} ${response.message}`)
  return response.data
}
const today = () => clubDayOf(club.now(), defaultTimeZone)

/** A customer who rates a purchase today. */
const rater = async (rating: number, change: object = {}, cnpj: string = bookshop.cnpj) => {
  const browser = await registerCustomer(club.browser(), cpfs.pop() ?? '', { name: 'Olga Prates Vilela' })
  const receipt_key = receiptKeyOf({ now: club.now(), cnpj, number: (numbers += 1) })
  dataOf(
    await browser.send(registerReceiptCall, {
      body: { receipt_key, amount_cents: 3_000, issued_on: today() },
    }),
  )
  const [asked] = dataOf(await browser.send(listOpenRatingsCall))
  const purchase_id = asked?.purchase_id ?? ''
  dataOf(await browser.send(saveRatingCall, { body: { purchase_id, rating, ...change } }))
  const { id: rating_id } = await club.database.db
    .selectFrom('purchase_rating')
    .select('id')
    .where('purchase_id', '=', purchase_id)
    .executeTakeFirstOrThrow()
  return { browser, rating_id, purchase_id }
}

const figures = async (query: Record<string, string> = {}): Promise<RatingFigures> =>
  dataOf(await agent.send(readRatingFiguresCall, { query: { from: today(), to: today(), ...query } }))
const queue = async (name: DetractorQueue): Promise<Detractor[]> => {
  const all: Detractor[] = []
  let cursor: string | null = null
  do {
    const query: Record<string, string> = cursor === null ? { queue: name } : { queue: name, cursor }
    const response: ApiResponse<Detractor[]> = await agent.send(listDetractorsCall, { query })
    all.push(...dataOf(response))
    cursor = response.ok ? (response.next_cursor ?? null) : null
  } while (cursor !== null)
  return all
}
const idsOf = async (name: DetractorQueue) => (await queue(name)).map(({ rating_id }) => rating_id)

beforeAll(async () => {
  agent = await signedInStaff(club, staffPersonas.service_agent)
  marketing = await signedInStaff(club, staffPersonas.marketing)
})

describe('the figures', () => {
  test('a score needs five answers, and has its interval, shops, segments, months and days', async () => {
    await rater(10)
    await rater(9)
    await rater(8)
    await rater(3, {}, cafe.cnpj)
    expect(await figures()).toMatchObject({
      total: { kind: 'too_few', answers: 4 },
      // The counts of a few answers would say as much as their score.
      days: [],
    })
    await rater(10)
    const five = await figures()
    // (3 − 1) / 5 = 40; adjusted: (3.75 − 1.75) / 8 = 0.25 ± 0.546
    expect(five.total).toEqual({ kind: 'score', answers: 5, score: 40, low: -30, high: 80 })
    expect(five.shops.map(({ title, figure }) => [title, figure])).toEqual([
      [cafe.name, { kind: 'too_few', answers: 1 }],
      [bookshop.name, { kind: 'too_few', answers: 4 }],
    ])
    expect(new Set(five.segments.map(({ segment }) => segment))).toEqual(new Set(['books', 'food']))
    expect(five.months).toEqual([{ month: today().slice(0, 7), figure: five.total }])
    expect(five.days).toEqual([{ day: today(), promoters: 3, detractors: 1 }])
    expect(five.filter_shops.length).toBeGreaterThan(70)

    const shop_id = five.shops[0]?.shop_id ?? ''
    expect((await figures({ shop_id })).total).toEqual({ kind: 'too_few', answers: 1 })
    expect((await figures({ segment: 'books' })).total).toEqual({ kind: 'too_few', answers: 4 })
    expect((await figures({ segment: 'nada' })).total).toEqual({ kind: 'too_few', answers: 0 })
    expect((await figures({ from: '2020-01-01', to: '2020-12-31' })).total).toEqual({
      kind: 'too_few',
      answers: 0,
    })
  })

  test('shops, segments, months and days of a period have exact scores and intervals, with both of its days', async () => {
    const { db } = club.database
    const [, , shoes] = shops
    await sql`update shop set segment = null where cnpj = ${shoes.cnpj}`.execute(db)
    const rows = await db.selectFrom('shop').select(['id', 'name', 'cnpj', 'segment']).execute()
    const found = (isIt: (row: (typeof rows)[number]) => boolean) => rows.find(isIt) ?? { id: '', name: '' }
    const books = found(({ cnpj }) => cnpj === bookshop.cnpj)
    const coffee = found(({ cnpj }) => cnpj === cafe.cnpj)
    const snacks = found(({ cnpj, segment }) => cnpj !== cafe.cnpj && segment === 'food')
    const withoutSegment = found(({ cnpj }) => cnpj === shoes.cnpj)
    const counts = (
      day: string,
      { id: shop_id }: { id: string },
      [promoters, passives, detractors]: readonly [number, number, number],
    ) => ({ day, shop_id, promoters, passives, detractors })
    await db
      .insertInto('rating_day')
      .values([
        counts('2025-02-26', books, [50, 0, 0]),
        counts('2025-02-27', books, [4, 1, 1]),
        counts('2025-02-28', coffee, [1, 1, 2]),
        counts('2025-03-01', books, [2, 1, 1]),
        counts('2025-03-01', snacks, [0, 0, 1]),
        counts('2025-03-02', withoutSegment, [0, 5, 0]),
        counts('2025-03-03', coffee, [0, 0, 50]),
      ])
      .execute()
    const score = (answers: number, points: number, low: number, high: number) => ({
      kind: 'score',
      answers,
      score: points,
      low,
      high,
    })
    const tooFew = (answers: number) => ({ kind: 'too_few', answers })
    const period = { from: '2025-02-27', to: '2025-03-02' }
    const all = await figures(period)
    // Computed independently: the shares after adding ¾, 1½ and ¾ answers, and 1.96 standard errors of their difference.
    // (7.75 − 5.75) / 23 = 0.08696, variance 0.57940, margin 0.31108
    expect(all.total).toEqual(score(20, 10, -22, 40))
    const byName = (a: { title: string }, b: { title: string }) => a.title.localeCompare(b.title, 'pt-BR')
    expect(all.shops).toEqual(
      [
        // (6.75 − 2.75) / 13 = 0.30769, variance 0.63609, margin 0.43354
        { shop_id: books.id, title: bookshop.name, figure: score(10, 40, -13, 74) },
        { shop_id: coffee.id, title: cafe.name, figure: tooFew(4) },
        { shop_id: snacks.id, title: snacks.name, figure: tooFew(1) },
        { shop_id: withoutSegment.id, title: shoes.name, figure: score(5, 0, -30, 30) },
      ].toSorted(byName),
    )
    // (1.75 − 3.75) / 8 = −0.25, variance 0.625, margin 0.54782: two shops without a score of their own.
    const food = score(5, -40, -80, 30)
    // By their names: Alimentação, Livros e papelaria, Sem segmento.
    expect(all.segments).toEqual([
      { segment: 'food', figure: food },
      { segment: 'books', figure: score(10, 40, -13, 74) },
      { segment: null, figure: score(5, 0, -30, 30) },
    ])
    expect(all.months).toEqual([
      // (5.75 − 3.75) / 13 = 0.15385, variance 0.70710, margin 0.45711
      { month: '2025-02', figure: score(10, 20, -30, 61) },
      // (2.75 − 2.75) / 13 = 0, variance 0.42308, margin 0.35358
      { month: '2025-03', figure: score(10, 0, -35, 35) },
    ])
    expect(all.days).toEqual([
      { day: '2025-02-27', promoters: 4, detractors: 1 },
      { day: '2025-02-28', promoters: 1, detractors: 2 },
      { day: '2025-03-01', promoters: 2, detractors: 2 },
      { day: '2025-03-02', promoters: 0, detractors: 0 },
    ])

    const foodFigures = await figures({ ...period, segment: 'food' })
    expect([foodFigures.total, foodFigures.shops.length, foodFigures.segments]).toEqual([
      food,
      2,
      [{ segment: 'food', figure: food }],
    ])
    // Neither of its months has a score.
    expect(foodFigures.months.map(({ figure }) => figure)).toEqual([tooFew(4), tooFew(1)])
    const coffeeFigures = await figures({ ...period, shop_id: coffee.id })
    expect(coffeeFigures).toMatchObject({ total: tooFew(4), days: [], months: [{ figure: tooFew(4) }] })
    expect((await figures({ ...period, shop_id: coffee.id, segment: 'books' })).total).toEqual(tooFew(0))
    expect((await figures({ from: '2025-02-28', to: '2025-03-01' })).total).toMatchObject({ answers: 9 })

    const cookie = [...marketing.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const file = await fetch(club.url + filePath(ratingFiguresFile, period), { headers: { cookie } })
    const shopLines = [
      [bookshop.name, `${bookshop.name};10;40;-13;74`],
      [cafe.name, `${cafe.name};4;menos de 5 respostas;;`],
      [snacks.name, `${snacks.name};1;menos de 5 respostas;;`],
      [shoes.name, `${shoes.name};5;0;-30;30`],
    ] as const
    const heading = ';Respostas;NPS;De;Até'
    const [title, method, , ...tables] = (await file.text()).split('\r\n')
    expect([title, method]).toEqual([
      'Avaliações de compras;27/02/2025 a 02/03/2025',
      'Intervalo de 95 %;Wald ajustado (Rocks, 2016)',
    ])
    expect(tables).toEqual([
      'Todas as lojas',
      heading,
      'Total;20;10;-22;40',
      '',
      'Por loja',
      heading,
      ...shopLines.toSorted(([a], [b]) => a.localeCompare(b, 'pt-BR')).map(([, line]) => line),
      '',
      'Por segmento',
      heading,
      'Alimentação;5;-40;-80;30',
      'Livros e papelaria;10;40;-13;74',
      'Sem segmento;5;0;-30;30',
      '',
      'Por mês',
      heading,
      '02/2025;10;20;-30;61',
      '03/2025;10;0;-35;35',
      '',
      '',
    ])
    await sql`delete from rating_day where day < '2025-04-01'`.execute(db)
    await sql`update shop set segment = 'shoes' where cnpj = ${shoes.cnpj}`.execute(db)
  })

  test('an invalid or too long period is refused with its sentence', async () => {
    for (const [from, to] of [
      ['2026-01-02', '2026-01-01'],
      ['2025-01-01', '2026-01-02'],
      ['ontem', 'hoje'],
      ['2026-02-30', '2026-03-01'],
      ['0000-01-01', '0000-01-02'],
    ] as const)
      expect(await agent.send(readRatingFiguresCall, { query: { from, to } })).toMatchObject({
        status: 422,
        errors: expect.arrayContaining([
          expect.objectContaining({ message: 'Escolha um período de até 366 dias.' }),
        ]) as unknown,
      })
  })

  test('the CSV has the figures of all shops and no score for fewer than five answers', async () => {
    const cookie = [...marketing.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const path = filePath(ratingFiguresFile, { from: today(), to: today() })
    const response = await fetch(club.url + path, { headers: { cookie } })
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="avaliacoes.csv"',
    ])
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const text = bytes.toString().slice(1)
    expect(text).toContain('Total;5;40;-30;80\r\n')
    expect(text).toContain(`${bookshop.name};4;menos de 5 respostas;;\r\n`)
    expect(text).toContain('Alimentação;1;menos de 5 respostas;;\r\n')
    expect(text).toContain('Wald ajustado (Rocks, 2016)')
  })
})

describe('detractors', () => {
  test('a detractor is queued by consent, without the person, and never without consent in a queue of contacts', async () => {
    const [consenting, silent, passive, promoter] = [
      await rater(6, { allow_contact: 'yes', comment: 'Demorou.', reasons: ['waiting'] }),
      await rater(0, {}, cafe.cnpj),
      await rater(7, { allow_contact: 'yes' }),
      await rater(10, { allow_contact: 'yes' }),
    ]
    const [waiting, withoutConsent] = [await queue('waiting'), await queue('no_consent')]
    const listed = waiting.find(({ rating_id }) => rating_id === consenting.rating_id)
    expect(listed).toMatchObject({
      shop_name: bookshop.name,
      rating: 6,
      reasons: ['waiting'],
      comment: 'Demorou.',
      follow_up: null,
    })
    expect(JSON.stringify([waiting, withoutConsent])).not.toContain('Olga')
    expect(withoutConsent.map(({ rating_id }) => rating_id)).toContain(silent.rating_id)
    for (const name of ['waiting', 'done', 'no_consent'] as const)
      for (const other of [passive, promoter]) expect(await idsOf(name)).not.toContain(other.rating_id)
    expect(await idsOf('waiting')).not.toContain(silent.rating_id)
    expect(await idsOf('no_consent')).not.toContain(consenting.rating_id)
    const filtered = async (name: DetractorQueue, filter: Record<string, string>) =>
      dataOf(await agent.send(listDetractorsCall, { query: { queue: name, ...filter } })).map(
        ({ rating_id }) => rating_id,
      )
    const { filter_shops } = await figures()
    const [books, coffee] = [bookshop, cafe].map(({ name }) => ({
      shop_id: filter_shops.find((shop) => shop.title === name)?.shop_id ?? '',
    }))
    for (const [mine, others] of [
      [books, coffee],
      [{ segment: 'books' }, { segment: 'food' }],
    ]) {
      expect(await filtered('waiting', mine ?? {})).toContain(consenting.rating_id)
      expect(await filtered('waiting', others ?? {})).not.toContain(consenting.rating_id)
      expect(await filtered('no_consent', others ?? {})).toContain(silent.rating_id)
      expect(await filtered('no_consent', mine ?? {})).not.toContain(silent.rating_id)
    }
    const { rating_id } = silent
    for (const refused of [
      await agent.send(readDetractorContactCall, { body: { rating_id } }),
      await agent.send(recordFollowUpCall, { body: { rating_id, outcome: 'talked' } }),
    ])
      expect(refused).toMatchObject({
        status: 409,
        message: 'Esta pessoa não autorizou contato sobre a avaliação.',
      })
  })

  test('each view of a contact is audited and shown to the person, and a follow-up is recorded once', async () => {
    const { browser, rating_id } = await rater(1, { allow_contact: 'yes' })
    const body = { rating_id }
    expect(dataOf(await agent.send(readDetractorContactCall, { body }))).toMatchObject({
      name: 'Olga Prates Vilela',
      email: 'ana.lucia@exemplo.com.br',
      cellphone: '11988887777',
    })
    dataOf(await agent.send(readDetractorContactCall, { body }))
    const before = dataOf(await agent.send(waitingCountsCall))
    const countIn = (counts: typeof before) =>
      counts.find(({ permission }) => permission === 'ratings.read')?.count ?? 0
    const followUp = { rating_id, outcome: 'resolved', note: '  A loja trocou o produto.  ' } as const
    expect(await agent.send(recordFollowUpCall, { body: followUp })).toMatchObject({
      message: 'Acompanhamento registrado.',
      data: { follow_up: { outcome: 'resolved', note: 'A loja trocou o produto.', by: 'Gilberto Ramos' } },
    })
    expect(await marketing.send(recordFollowUpCall, { body: { ...followUp, note: '' } })).toMatchObject({
      status: 409,
      message: 'Gilberto Ramos já registrou o acompanhamento desta avaliação.',
    })
    expect(countIn(dataOf(await agent.send(waitingCountsCall)))).toBe(countIn(before) - 1)
    expect(await idsOf('waiting')).not.toContain(rating_id)
    expect((await queue('done'))[0]?.rating_id).toBe(rating_id)
    const accesses = dataOf(await browser.send(listDataAccessesCall)).map(({ desk, role, what }) => [
      desk,
      role,
      what,
    ])
    const view = [
      'Avaliações',
      'Atendente do SAC',
      'Viu o seu contato, que você autorizou ao avaliar uma compra',
    ]
    expect(accesses).toEqual([
      ['Avaliações', 'Atendente do SAC', 'Registrou o contato sobre a sua avaliação de uma compra'],
      view,
      view,
    ])
    expect(dataOf(await browser.send(listOwnRatingsCall))[0]?.followed_up_at).not.toBeNull()
  })

  test('a detractor who allows contact leads to the ticket that they opened afterwards, for members who answer tickets', async () => {
    const openTicket = async ({ browser, purchase_id }: Awaited<ReturnType<typeof rater>>) => {
      const { terms_to_accept } = dataOf(await browser.send(newTicketOptionsCall))
      if (terms_to_accept)
        dataOf(
          await browser.send(acceptDocumentsCall, {
            body: { documents: [{ kind: 'sac', version: terms_to_accept.version }] },
          }),
        )
      const body = { category: 'shop', subject: 'Fila', message: 'A fila demorou demais.' } as const
      return dataOf(
        await browser.send(newTicketCall, {
          body: { ...body, purchase_id, client_request_id: randomUUID() },
        }),
      )
    }
    const [consenting, silent] = [await rater(3, { allow_contact: 'yes' }), await rater(3)]
    const ticketIn = async (name: DetractorQueue, rating_id: string, member = agent) => {
      const listed = dataOf(await member.send(listDetractorsCall, { query: { queue: name } }))
      return listed.find((each) => each.rating_id === rating_id)?.ticket
    }
    expect(await ticketIn('waiting', consenting.rating_id)).toBeNull()
    const { ticket_id, protocol } = await openTicket(consenting)
    await openTicket(consenting)
    await openTicket(silent)
    const ticket = { ticket_id, protocol, state_title: 'Recebido' }
    expect(await ticketIn('waiting', consenting.rating_id)).toEqual(ticket)
    expect(await ticketIn('waiting', consenting.rating_id, marketing)).toBeNull()
    // The person of a rating without consent stays unknown.
    expect(await ticketIn('no_consent', silent.rating_id)).toBeNull()
    const followUp = { rating_id: consenting.rating_id, outcome: 'talked' } as const
    expect(dataOf(await agent.send(recordFollowUpCall, { body: followUp }))).toMatchObject({ ticket })
  })

  test('a person who asked for the deletion of their account is not contacted', async () => {
    const { browser, rating_id } = await rater(2, { allow_contact: 'yes' })
    expect((await browser.send(requestDeletionCall, { body: { current_password: 'Jabuticaba-9' } })).ok).toBe(
      true,
    )
    expect(await agent.send(readDetractorContactCall, { body: { rating_id } })).toMatchObject({
      code: 'ratings.no-consent',
    })
  })

  test('an unknown answer has no contact and no follow-up', async () => {
    const rating_id = '01990000-0000-7000-8000-00000000dead'
    expect(await agent.send(readDetractorContactCall, { body: { rating_id } })).toMatchObject({ status: 404 })
    expect(await agent.send(recordFollowUpCall, { body: { rating_id, outcome: 'talked' } })).toMatchObject({
      status: 404,
      message: 'Avaliação não encontrada.',
    })
  })
})
