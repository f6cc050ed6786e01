import {
  saveRatingByLinkCall,
  saveRatingCall,
  listOpenRatingsCall,
  listOwnRatingsCall,
  readOpenRatingCall,
  readRatingLinkCall,
} from '@clube/contract/ratings/calls.ts'
import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { clubDayOf, defaultTimeZone, formatDate } from '@clube/contract/kernel/club-time.ts'
import { signInPasswordlessCall } from '@clube/contract/identity/sign-in-calls.ts'
import { choosePurchaseRatingsEmailCall } from '@clube/contract/identity/notice-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { registerAtDeskCall } from '@clube/contract/receipts/receipt-desk-calls.ts'
import { approveReceiptCall, reverseReceiptCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { shops } from '../../../seeds/demonstration/shops.ts'
import { inTransaction } from '../../db/database.ts'
import { creditDepsOf } from '../../main/credit.ts'
import type { ApiResponse, TestBrowser } from '../../testing/browser.ts'
import { testRootKey, useClub } from '../../testing/club.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { approvalOf, receiptKeyOf } from '../../testing/receipts.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'
import { grantCredit } from '../credit/index.ts'
import { insertAllocations } from '../credit/credit-store.ts'
import { proveNow } from '../proofs/index.ts'
import { createVault } from '../vault/index.ts'
import { createRatingsProof } from './prove-ratings.ts'
import { ratingLinkOf } from './rating-link.ts'

const access_key = 'chave-do-totem'
const club = useClub({}, { passwordless: 'yes', access_key })
const [bookshop, cafe, shoes] = shops
const cpfs = freshCpfs(60, 450_000_000)
const vault = createVault(testRootKey)
let numbers = 30_000

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`${response.status} ${response.message}`)
  return response.data
}
const db = () => club.database.db

/** Registers a receipt of a customer; amounts above the automatic approval wait for staff. */
const register = async (
  browser: TestBrowser,
  { amount_cents = 5_000, cnpj = bookshop.cnpj as string } = {},
) =>
  dataOf(
    await browser.send(registerReceiptCall, {
      body: {
        receipt_key: receiptKeyOf({ now: club.now(), cnpj, number: (numbers += 1) }),
        amount_cents,
        issued_on: clubDayOf(club.now(), defaultTimeZone),
      },
    }),
  )

/** A customer who was asked to rate a receipt. */
const askedCustomer = async () => {
  const document_id = cpfs.pop() ?? ''
  const browser = await registerCustomer(club.browser(), document_id, {
    email: `${document_id}@exemplo.com.br`,
  })
  const { purchase_id, receipt_key } = await register(browser)
  const { customer_id } = await db()
    .selectFrom('purchase')
    .select('customer_id')
    .where('id', '=', purchase_id)
    .executeTakeFirstOrThrow()
  return { document_id, browser, customer_id, purchase_id, receipt_key }
}

const open = async (browser: TestBrowser) => dataOf(await browser.send(listOpenRatingsCall))
const rate = (browser: TestBrowser, purchase_id: string, rating = 9, change: object = {}) =>
  browser.send(saveRatingCall, { body: { purchase_id, rating, ...change } })

/** Moves everything about a customer's requests into the past. */
const age = async (customer_id: string, days: number) => {
  await sql`update rating_customer set asked_at = asked_at - make_interval(days => ${days})
    where customer_id = ${customer_id}`.execute(db())
  await sql`update rating_request set asked_at = asked_at - make_interval(days => ${days}),
    expires_at = expires_at - make_interval(days => ${days}) where customer_id = ${customer_id}`.execute(db())
}

const expectCountersProved = async () =>
  expect(await proveNow(createRatingsProof({ db: db() }), club.now())).toEqual([])

describe('the request', () => {
  test('an automatically approved receipt is asked about, with its shop, day and deadline', async () => {
    const { browser, purchase_id } = await askedCustomer()
    const [asked] = await open(browser)
    expect(asked).toMatchObject({
      purchase_id,
      shop_name: bookshop.name,
      issued_on: clubDayOf(club.now(), defaultTimeZone),
    })
    const days = (Date.parse(asked?.expires_at ?? '') - club.now().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(59.99)
    expect(days).toBeLessThanOrEqual(60)
    expect(dataOf(await browser.send(readOpenRatingCall, { query: { purchase_id } }))).toEqual(asked)
  })

  test('a receipt under review is asked about once staff approve it', async () => {
    const browser = await registerCustomer(club.browser(), cpfs.pop() ?? '')
    const { purchase_id, amount_cents, issued_on } = await register(browser, { amount_cents: 90_000 })
    expect(await open(browser)).toEqual([])
    const validator = await signedInStaff(club, staffPersonas.validator)
    dataOf(await validator.send(approveReceiptCall, approvalOf({ purchase_id, amount_cents, issued_on })))
    expect((await open(browser)).map((asked) => asked.purchase_id)).toEqual([purchase_id])
  })

  test('a person is asked once in 30 days, and cannot rate other purchases', async () => {
    const { browser, purchase_id, customer_id } = await askedCustomer()
    const unasked = await register(browser, { cnpj: cafe.cnpj })
    expect(await open(browser)).toHaveLength(1)
    // Volunteers would distort the figures.
    expect(await rate(browser, unasked.purchase_id)).toMatchObject({ status: 404, code: 'ratings.unknown' })
    await age(customer_id, 29)
    await register(browser, { cnpj: cafe.cnpj })
    expect(await open(browser)).toHaveLength(1)
    await age(customer_id, 1)
    const { purchase_id: next } = await register(browser, { cnpj: shoes.cnpj, amount_cents: 4_100 })
    expect((await open(browser)).map((asked) => asked.purchase_id)).toEqual([purchase_id, next])
  })

  test('a reversed receipt can no longer be rated; an existing answer stays', async () => {
    const [asked, rated] = [await askedCustomer(), await askedCustomer()]
    dataOf(await rate(rated.browser, rated.purchase_id))
    const validator = await signedInStaff(club, staffPersonas.validator)
    for (const { purchase_id } of [asked, rated])
      dataOf(
        await validator.send(reverseReceiptCall, {
          body: { purchase_id, reason: 'A loja cancelou a nota.' },
        }),
      )
    expect(await open(asked.browser)).toEqual([])
    expect(await rate(asked.browser, asked.purchase_id)).toMatchObject({
      status: 409,
      message: 'Esta nota foi estornada ou corrigida e não pode mais ser avaliada.',
    })
    expect(await rate(rated.browser, rated.purchase_id)).toMatchObject({ code: 'ratings.already-rated' })
    expect(dataOf(await rated.browser.send(listOwnRatingsCall))).toHaveLength(1)
  })

  test('the corrected registration of a receipt takes over its request, and is not asked about again once rated', async () => {
    const attendant = await signedInStaff(club, staffPersonas.attendant)
    const correct = async ({ customer_id, receipt_key }: { customer_id: string; receipt_key: string }) => {
      const issued_on = clubDayOf(club.now(), defaultTimeZone)
      const replaces = { amount_cents: 5_000, issued_on, state: 'auto_approved' as const }
      const body = { customer_id, receipt_key, amount_cents: 7_777, issued_on, replaces }
      expect(dataOf(await attendant.send(registerAtDeskCall, { body }))).toMatchObject({
        kind: 'decided',
        state: 'approved',
      })
    }
    const asked = await askedCustomer()
    const before = await open(asked.browser)
    await correct(asked)
    const after = await open(asked.browser)
    expect(after.map(({ expires_at }) => expires_at)).toEqual(before.map(({ expires_at }) => expires_at))
    expect(after[0]?.purchase_id).not.toBe(asked.purchase_id)
    expect(await rate(asked.browser, asked.purchase_id)).toMatchObject({ code: 'ratings.withdrawn' })
    dataOf(await rate(asked.browser, after[0]?.purchase_id ?? ''))

    const rated = await askedCustomer()
    dataOf(await rate(rated.browser, rated.purchase_id))
    await age(rated.customer_id, 40)
    await correct(rated)
    expect(await open(rated.browser)).toEqual([])
  })
})

describe('rating a purchase', () => {
  test('a purchase is rated once, with reasons, comment and consent', async () => {
    const { browser, purchase_id } = await askedCustomer()
    const answer = {
      reasons: ['waiting', 'service'],
      comment: '  Fila longa.  ',
      allow_contact: 'yes',
    } as const
    expect(await rate(browser, purchase_id, 3, answer)).toMatchObject({
      status: 200,
      message: 'Obrigado! A sua avaliação foi enviada.',
      data: { purchase_id, shop_name: bookshop.name, rating: 3 },
    })
    expect(await open(browser)).toEqual([])
    expect(await rate(browser, purchase_id, 10)).toMatchObject({
      status: 409,
      code: 'ratings.already-rated',
      message: 'Esta compra já foi avaliada.',
    })
    expect(dataOf(await browser.send(listOwnRatingsCall))).toMatchObject([
      {
        purchase_id,
        rating: 3,
        reasons: ['waiting', 'service'],
        comment: 'Fila longa.',
        allow_contact: 'yes',
        followed_up_at: null,
      },
    ])
    await expectCountersProved()
  })

  test('a rating that is missing, out of range or not a number is refused with its sentence', async () => {
    const { browser, purchase_id } = await askedCustomer()
    for (const rating of [undefined, null, -1, 11, 4.5, '9', [], {}, true])
      expect([rating, await browser.raw('POST', saveRatingCall.path, { purchase_id, rating })]).toEqual([
        rating,
        expect.objectContaining({
          status: 422,
          errors: [{ path: 'rating', message: 'Escolha uma nota de 0 a 10.' }],
        }),
      ])
    expect(await open(browser)).toHaveLength(1)
  })

  test('malformed bodies are never answered with 400', async () => {
    const { browser, purchase_id } = await askedCustomer()
    for (const path of [saveRatingCall.path, saveRatingByLinkCall.path])
      for (const body of [
        '{',
        '',
        'null',
        '[]',
        '"x"',
        '12',
        '{"rating":5}',
        `{"rating":5,"purchase_id":"${purchase_id}","purchase_id":{}}`,
        '{"rating":5,"purchase_id":"\\u0000"}',
        '{"__proto__":{"rating":5}}',
        `{"rating":5,"purchase_id":"${purchase_id}","comment":"a\\u0000b","token":"x"}`,
        `{"rating":1e400,"purchase_id":"${purchase_id}"}`,
      ]) {
        const response = await browser.raw('POST', path, body)
        expect([path, body, response.status, response.ok]).toEqual([path, body, 422, false])
        expect(!response.ok && response.message.length).toBeGreaterThan(10)
      }
    expect(await open(browser)).toHaveLength(1)
  })

  test('another customer’s purchase and an unknown one cannot be rated, and an anonymous visitor cannot rate', async () => {
    const owner = await askedCustomer()
    const other = await askedCustomer()
    const unknown = { status: 404, message: 'Não encontramos esta compra entre as que você pode avaliar.' }
    expect(await rate(other.browser, owner.purchase_id)).toMatchObject(unknown)
    expect(await rate(other.browser, '01990000-0000-7000-8000-00000000dead')).toMatchObject(unknown)
    expect(
      await other.browser.send(readOpenRatingCall, { query: { purchase_id: owner.purchase_id } }),
    ).toMatchObject(unknown)
    expect(await rate(club.browser(), owner.purchase_id)).toMatchObject({ status: 401 })
    expect(await open(owner.browser)).toHaveLength(1)
  })

  describe('by a participation', () => {
    /** A participation in the demonstration's campaign of gifts that used receipts of a customer. */
    const participationOf = async (
      { browser, customer_id }: Pick<Awaited<ReturnType<typeof askedCustomer>>, 'browser' | 'customer_id'>,
      purchase_ids: readonly string[],
    ): Promise<string> => {
      const spend_rule = JSON.stringify(spendRuleOf({ every_cents: 2_000, participations: 10 }))
      const { id: campaign_id } = await db()
        .updateTable('campaign')
        .set({ kind: 'free_gifts', spend_rule })
        .where('slug', '=', 'natal-no-ipe')
        .returning('id')
        .executeTakeFirstOrThrow()
      const body = { campaign_id, kind: 'free_gifts' as const, service_channel: 'site' }
      const { transaction_id } = dataOf(await browser.send(startTransactionCall, { body }))
      await inTransaction(db(), async (tx) => {
        await grantCredit(creditDepsOf({ db: db(), clock: club.now, time_zone: defaultTimeZone }), tx, {
          customer_id,
          now: club.now(),
        })
        await insertAllocations(tx, {
          campaign_id,
          is_exclusive: false,
          used_on: clubDayOf(club.now(), defaultTimeZone),
          allocations: purchase_ids.map((purchase_id) => ({
            transaction_id,
            purchase_id,
            amount_cents: 1_000,
            lost_cents: 0,
          })),
        })
      })
      return transaction_id
    }
    const rateBy = (browser: TestBrowser, transaction_id: string, rating = 9) =>
      browser.send(saveRatingCall, { body: { transaction_id, rating } })
    const unknown = { status: 404, code: 'ratings.unknown' }

    test('the newest purchase that it used and that can be rated is rated, each one once', async () => {
      const person = await askedCustomer()
      const { browser, customer_id, purchase_id: first } = person
      await age(customer_id, 31)
      const { purchase_id: second } = await register(browser, { cnpj: cafe.cnpj })
      const { purchase_id: unasked } = await register(browser, { cnpj: shoes.cnpj })
      expect((await open(browser)).map(({ purchase_id }) => purchase_id)).toEqual([first, second])
      const transaction_id = await participationOf(person, [second, unasked, first])
      expect(await rateBy(browser, transaction_id, 3)).toMatchObject({
        status: 200,
        data: { purchase_id: second, shop_name: cafe.name, rating: 3 },
      })
      expect(await rateBy(browser, transaction_id, 10)).toMatchObject({
        status: 200,
        data: { purchase_id: first, shop_name: bookshop.name, rating: 10 },
      })
      expect(await rateBy(browser, transaction_id, 0)).toMatchObject({
        status: 409,
        message: 'Esta compra já foi avaliada.',
      })
      expect(
        dataOf(await browser.send(listOwnRatingsCall)).map(({ purchase_id, rating }) => [
          purchase_id,
          rating,
        ]),
      ).toEqual([
        [first, 10],
        [second, 3],
      ])
      await expectCountersProved()
    })

    test('a purchase after its deadline is refused with its date, and one that was not asked about is unknown', async () => {
      const person = await askedCustomer()
      const { browser, customer_id } = person
      const { purchase_id: unasked } = await register(browser, { cnpj: cafe.cnpj })
      expect(await rateBy(browser, await participationOf(person, [unasked]))).toMatchObject(unknown)
      const transaction_id = await participationOf(person, [person.purchase_id])
      await age(customer_id, 60)
      expect(await rateBy(browser, transaction_id)).toMatchObject({
        status: 409,
        message: `O prazo para avaliar esta compra terminou em ${formatDate(club.now(), defaultTimeZone)}.`,
      })
      expect(dataOf(await browser.send(listOwnRatingsCall))).toEqual([])
    })

    test('another person’s participation, an unknown one and a malformed id rate nothing, and are never answered with 400', async () => {
      const [owner, other] = [await askedCustomer(), await askedCustomer()]
      const transaction_id = await participationOf(owner, [owner.purchase_id])
      expect(await rateBy(other.browser, transaction_id)).toMatchObject({
        ...unknown,
        message: 'Não encontramos esta compra entre as que você pode avaliar.',
      })
      expect(await rateBy(other.browser, '01990000-0000-7000-8000-00000000dead')).toMatchObject(unknown)
      expect(await rateBy(club.browser(), transaction_id)).toMatchObject({ status: 401 })
      const kiosk = club.browser()
      const { document_id } = owner
      dataOf(
        await kiosk.send(signInPasswordlessCall, {
          body: { document_id, terms_id: 'shd_auth_terms', access_key },
        }),
      )
      expect(await rateBy(kiosk, transaction_id)).toMatchObject({
        status: 403,
        code: 'session.password-required',
      })
      for (const malformed of ['', 'qualquer', 12, null, {}, [transaction_id], `${transaction_id}'--`])
        expect([
          malformed,
          await owner.browser.raw('POST', saveRatingCall.path, { transaction_id: malformed, rating: 9 }),
        ]).toMatchObject([malformed, { status: 422, errors: [{ path: 'transaction_id' }] }])
      // One or the other: both, or neither, name no purchase.
      for (const body of [{}, { transaction_id, purchase_id: owner.purchase_id }])
        expect(await owner.browser.raw('POST', saveRatingCall.path, { ...body, rating: 9 })).toMatchObject({
          status: 422,
          errors: [{ path: 'purchase_id', message: 'Informe a compra que você quer avaliar.' }],
        })
      expect([await open(owner.browser), await open(other.browser)].map((list) => list.length)).toEqual([
        1, 1,
      ])
    })
  })

  test('after 60 days a purchase can no longer be rated', async () => {
    const { browser, purchase_id, customer_id } = await askedCustomer()
    await age(customer_id, 60)
    expect(await open(browser)).toEqual([])
    const date = formatDate(club.now(), defaultTimeZone)
    expect(await rate(browser, purchase_id)).toMatchObject({
      status: 409,
      message: `O prazo para avaliar esta compra terminou em ${date}.`,
    })
  })

  test('a passwordless session rates only the receipts that it registered', async () => {
    const { document_id, purchase_id, customer_id } = await askedCustomer()
    const kiosk = club.browser()
    dataOf(
      await kiosk.send(signInPasswordlessCall, {
        body: { document_id, terms_id: 'shd_auth_terms', access_key },
      }),
    )
    expect(await open(kiosk)).toEqual([])
    expect(await rate(kiosk, purchase_id)).toMatchObject({ status: 403, code: 'session.password-required' })
    expect(await kiosk.send(listOwnRatingsCall)).toMatchObject({ status: 403 })
    await age(customer_id, 31)
    const own = await register(kiosk, { cnpj: cafe.cnpj })
    expect((await open(kiosk)).map((asked) => asked.purchase_id)).toEqual([own.purchase_id])
    expect(await rate(kiosk, own.purchase_id, 8)).toMatchObject({ status: 200 })
  })
})

describe('the link of an e-mail', () => {
  const linkOf = async (purchase_id: string) => {
    const { expires_at } = await db()
      .selectFrom('rating_request')
      .select('expires_at')
      .where('purchase_id', '=', purchase_id)
      .executeTakeFirstOrThrow()
    return ratingLinkOf(vault, { purchase_id, expires_at }).split('#')[1] ?? ''
  }

  test('a link shows shop and day only, saves nothing when it is opened, and rates once without a session', async () => {
    const { browser, purchase_id } = await askedCustomer()
    const token = await linkOf(purchase_id)
    const visitor = club.browser()
    for (let opened = 0; opened < 3; opened += 1)
      expect(
        Object.keys(dataOf(await visitor.send(readRatingLinkCall, { body: { purchase_id, token } }))),
      ).toEqual(['purchase_id', 'shop_name', 'issued_on', 'expires_at'])
    expect(await open(browser)).toHaveLength(1)
    const body = { purchase_id, token, rating: 6, allow_contact: 'yes' } as const
    expect(await visitor.send(saveRatingByLinkCall, { body })).toMatchObject({
      status: 200,
      data: { rating: 6 },
    })
    expect(await open(browser)).toEqual([])
    for (const used of [
      await visitor.send(saveRatingByLinkCall, { body: { ...body, rating: 10 } }),
      await visitor.send(readRatingLinkCall, { body: { purchase_id, token } }),
      await rate(browser, purchase_id),
    ])
      expect(used).toMatchObject({ status: 409, message: 'Esta compra já foi avaliada.' })
    expect(visitor.cookies.size).toBe(0)
    await expectCountersProved()
  })

  test('forged links, those of another purchase and expired ones are refused with clear sentences', async () => {
    const [one, other] = [await askedCustomer(), await askedCustomer()]
    const token = await linkOf(one.purchase_id)
    const visitor = club.browser()
    const forged = 'Este link não vale. Confira se ele está inteiro ou entre no clube para avaliar a compra.'
    for (const body of [
      { purchase_id: other.purchase_id, token },
      { purchase_id: one.purchase_id, token: `${token.slice(0, -2)}AA` },
      { purchase_id: one.purchase_id, token: 'x' },
      { purchase_id: 'qualquer', token },
    ])
      for (const response of [
        await visitor.send(readRatingLinkCall, { body }),
        await visitor.send(saveRatingByLinkCall, { body: { ...body, rating: 0 } }),
      ])
        expect(response).toMatchObject({ status: 404, message: forged })
    const past = new Date(club.now().getTime() - 1000)
    const expired =
      ratingLinkOf(vault, { purchase_id: one.purchase_id, expires_at: past }).split('#')[1] ?? ''
    expect(
      await visitor.send(saveRatingByLinkCall, {
        body: { purchase_id: one.purchase_id, token: expired, rating: 5 },
      }),
    ).toMatchObject({ status: 409, code: 'ratings.expired' })
    expect([await open(one.browser), await open(other.browser)].map((list) => list.length)).toEqual([1, 1])
  })
})

describe('the e-mail', () => {
  const sentTo = (document_id: string) =>
    db()
      .selectFrom('outbox_message')
      .select(['subject', 'text'])
      .where('recipient', '=', `${document_id}@exemplo.com.br`)
      .where('subject', 'like', 'Como foi a sua compra%')
      .execute()
  const emailStates = async (customer_id: string) =>
    (
      await db().selectFrom('rating_request').select('email').where('customer_id', '=', customer_id).execute()
    ).map(({ email }) => email)
  const confirmEmail = (customer_id: string) =>
    sql`update customer set email_verified_at = now() where id = ${customer_id}`.execute(db())
  const choose = async (browser: TestBrowser, is_wanted: 'yes' | 'no') =>
    dataOf(await browser.send(choosePurchaseRatingsEmailCall, { body: { is_wanted } }))
  /** Advances the clock to noon of the next day, and runs all jobs twice. */
  const nextNoon = async () => {
    const day = clubDayOf(new Date(club.now().getTime() + 24 * 3_600_000), defaultTimeZone)
    const noon = Date.parse(`${day}T12:00:00-03:00`)
    club.advanceSeconds(Math.ceil((noon - club.now().getTime()) / 1000) + 24 * 3600)
    await club.purge()
    await club.purge()
  }

  test('the e-mail is sent once, a day later, to people who want it, confirmed their address and have not rated', async () => {
    const wants = await askedCustomer()
    const rated = await askedCustomer()
    const unconfirmed = await askedCustomer()
    const unwanted = await askedCustomer()
    const withoutOffers = await askedCustomer()
    const turnedOn = await choose(wants.browser, 'yes')
    expect(turnedOn).toMatchObject({ purchase_ratings_email: 'yes', expiring_points_email: 'yes' })
    await choose(rated.browser, 'yes')
    await choose(unconfirmed.browser, 'yes')
    await sql`update customer set email_marketing_subscription = 'yes' where id = ${unwanted.customer_id}`.execute(
      db(),
    )
    expect(dataOf(await unwanted.browser.send(readProfileCall))).toMatchObject({
      purchase_ratings_email: 'yes',
    })
    await choose(unwanted.browser, 'no')
    expect(dataOf(await withoutOffers.browser.send(readProfileCall))).toMatchObject({
      purchase_ratings_email: 'no',
    })
    for (const each of [wants, rated, unwanted, withoutOffers]) await confirmEmail(each.customer_id)
    dataOf(await rate(rated.browser, rated.purchase_id))

    await club.purge()
    expect(await emailStates(wants.customer_id)).toEqual(['waiting'])
    await nextNoon()
    expect(await emailStates(wants.customer_id)).toEqual(['sent'])
    for (const { customer_id } of [rated, unconfirmed, unwanted, withoutOffers])
      expect(await emailStates(customer_id)).toEqual(['skipped'])
    const [email] = await vi.waitFor(
      async () => {
        const sent = await sentTo(wants.document_id)
        expect(sent).toHaveLength(1)
        return sent
      },
      { timeout: 20_000 },
    )
    expect(email?.subject).toContain(bookshop.name)

    // The link of the e-mail works without a session.
    const [, purchase_id = '', token = ''] =
      /\/avaliar\/([\w-]+)\/convite#(\S+)/.exec(email?.text ?? '') ?? []
    expect(purchase_id).toBe(wants.purchase_id)
    dataOf(await club.browser().send(saveRatingByLinkCall, { body: { purchase_id, token, rating: 10 } }))
    await nextNoon()
    expect(await sentTo(wants.document_id)).toHaveLength(1)
  })
})

describe('stored answers', () => {
  test('the database rejects every change of an answer, its deletion and the truncation of the table', async () => {
    const { browser, purchase_id } = await askedCustomer()
    dataOf(await rate(browser, purchase_id, 2, { comment: 'Ruim', allow_contact: 'yes' }))
    for (const statement of [
      sql`update purchase_rating set rating = 10 where purchase_id = ${purchase_id}`,
      sql`update purchase_rating set comment = 'Bom' where purchase_id = ${purchase_id}`,
      sql`update purchase_rating set reasons = '{price}' where purchase_id = ${purchase_id}`,
      sql`update purchase_rating set comment = null where purchase_id = ${purchase_id}`,
      sql`update purchase_rating set rating = 3, comment = null, allows_contact = false where purchase_id = ${purchase_id}`,
      sql`delete from purchase_rating where purchase_id = ${purchase_id}`,
      sql`truncate purchase_rating cascade`,
    ])
      await expect(statement.execute(db())).rejects.toThrow('ratings never change')
    await sql`insert into rating_request (purchase_id, customer_id, shop_id, asked_at, expires_at, email)
      select purchase_id, customer_id, shop_id, asked_at, expires_at, email from rating_request
      where purchase_id = ${purchase_id} on conflict do nothing`.execute(db())
    await expect(
      sql`insert into purchase_rating (purchase_id, customer_id, shop_id, rating, reasons, allows_contact, answered_by,
          rated_on, rated_at)
        select purchase_id, customer_id, shop_id, 10, '{}', false, 'session', rated_on, rated_at
        from purchase_rating where purchase_id = ${purchase_id}`.execute(db()),
    ).rejects.toThrow('purchase_rating_purchase_id_key')
  })

  test('the proof finds a counter that differs from the answers', async () => {
    const { browser, purchase_id } = await askedCustomer()
    dataOf(await rate(browser, purchase_id, 9))
    await expectCountersProved()
    await sql`update rating_day set promoters = promoters + 1`.execute(db())
    const found = await proveNow(createRatingsProof({ db: db() }), club.now())
    expect(
      found.map(({ check, expected, found: counted }) => [check, (counted ?? 0) - (expected ?? 0)]),
    ).toContainEqual(['promoters-match-answers', 1])
    await sql`update rating_day set promoters = promoters - 1`.execute(db())
    await expectCountersProved()
  })
})
