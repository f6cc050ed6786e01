import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { listOpenRatingsCall, saveRatingByLinkCall, saveRatingCall } from '@clube/contract/ratings/calls.ts'
import { recordFollowUpCall } from '@clube/contract/ratings/staff-calls.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { reverseReceiptCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { shops } from '../../../seeds/demonstration/shops.ts'
import { TestBrowser, type ApiResponse } from '../../testing/browser.ts'
import { testRootKey } from '../../testing/club.ts'
import { receiptKeyOf } from '../../testing/receipts.ts'
import { useTwoServers, type SignedIn } from '../../testing/two-servers.ts'
import { proveNow } from '../proofs/index.ts'
import { describeReceipts } from '../receipts/index.ts'
import { createVault } from '../vault/index.ts'
import type { RatingDeps } from './deps.ts'
import { createRatingsProof } from './prove-ratings.ts'
import { ratingLinkOf } from './rating-link.ts'
import { sendRatingRequests } from './send-requests.ts'

const servers = useTwoServers()
const [{ cnpj }, cafe] = shops
const vault = createVault(testRootKey)
let numbers = 0

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`${response.status} ${response.message}`)
  return response.data
}
/** Number of each outcome. */
const tally = (responses: readonly ApiResponse<unknown>[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const response of responses) {
    const outcome = response.ok ? 'ok' : (response.code ?? String(response.status))
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}
const concurrently = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const register = (person: SignedIn, { at = 0, shop = cnpj as string, amount_cents = 2_000 } = {}) =>
  person.at(at).send(registerReceiptCall, {
    body: {
      receipt_key: receiptKeyOf({ now: new Date(), cnpj: shop, number: (numbers += 1) }),
      amount_cents,
      issued_on: clubDayOf(new Date(), defaultTimeZone),
    },
  })

/** A customer who was asked to rate a receipt, with the token of its e-mail. */
const asked = async () => {
  const person = await servers.customer()
  const { purchase_id } = dataOf(await register(person))
  const [request] = dataOf(await person.at(1).send(listOpenRatingsCall))
  if (request?.purchase_id !== purchase_id) throw new Error('The purchase was not asked about')
  const expires_at = new Date(request.expires_at)
  const token = ratingLinkOf(vault, { purchase_id, expires_at }).split('#')[1] ?? ''
  return { person, purchase_id, token }
}

const answersOf = (purchase_id: string) =>
  servers.database.db
    .selectFrom('purchase_rating')
    .select(['id', 'rating', 'answered_by'])
    .where('purchase_id', '=', purchase_id)
    .execute()

const expectCountersProved = async () =>
  expect(await proveNow(createRatingsProof(servers.database), new Date())).toEqual([])

describe('two servers', () => {
  test('one purchase rated 20 times concurrently, by session and by the link of the e-mail, has one answer', async () => {
    const { person, purchase_id, token } = await asked()
    const responses = await concurrently(20, async (index): Promise<ApiResponse<unknown>> => {
      const answer = { purchase_id, rating: index % 11 }
      return index % 4 < 2
        ? person.at(index).send(saveRatingCall, { body: answer })
        : new TestBrowser(servers.urlOf(index)).send(saveRatingByLinkCall, { body: { ...answer, token } })
    })
    expect(tally(responses)).toEqual({ ok: 1, 'ratings.already-rated': 19 })
    expect(await answersOf(purchase_id)).toHaveLength(1)
    await expectCountersProved()
  })

  test('concurrent approvals of a customer’s receipts ask once', async () => {
    const person = await servers.customer()
    const responses = await concurrently(6, (index) =>
      register(person, { at: index, shop: index % 2 === 0 ? cnpj : cafe.cnpj, amount_cents: 1_000 + index }),
    )
    expect(tally(responses)['ok']).toBeGreaterThanOrEqual(2)
    expect(dataOf(await person.at(0).send(listOpenRatingsCall))).toHaveLength(1)
  })

  test('the answers of 20 customers of one shop on one day are all counted', async () => {
    const people = await concurrently(20, asked)
    const responses = await concurrently(20, (index) => {
      const { person, purchase_id } = people[index]!
      return person.at(index).send(saveRatingCall, { body: { purchase_id, rating: index % 11 } })
    })
    expect(tally(responses)).toEqual({ ok: 20 })
    await expectCountersProved()
  })

  test('a rating concurrent with the reversal of its receipt is either saved or refused, and counted only if saved', async () => {
    const validator = await servers.staff('validator')
    for (let round = 0; round < 6; round += 1) {
      const { person, purchase_id } = await asked()
      const [rated] = await Promise.all([
        person.at(0).send(saveRatingCall, { body: { purchase_id, rating: 9 } }),
        validator
          .at(1)
          .send(reverseReceiptCall, { body: { purchase_id, reason: 'A loja cancelou a nota.' } }),
      ])
      expect(['ok', 'ratings.withdrawn']).toContain(rated.ok ? 'ok' : rated.code)
      expect(await answersOf(purchase_id)).toHaveLength(rated.ok ? 1 : 0)
    }
    await expectCountersProved()
  })

  test('two processes that send the e-mails concurrently send one per purchase', async () => {
    const { db } = servers.database
    const people = await concurrently(30, asked)
    await sql`update rating_request set asked_at = asked_at - interval '2 days'`.execute(db)
    await sql`create table email_of_test (purchase_id text)`.execute(db)
    const noon = new Date(`${clubDayOf(new Date(), defaultTimeZone)}T15:00:00Z`)
    const deps: RatingDeps = {
      db,
      clock: () => noon,
      time_zone: defaultTimeZone,
      vault,
      audit: async () => {},
      describeReceipts,
      listShops: async () => [],
      titleOfSegment: () => '',
      listPurchasesOf: async () => [],
      findTickets: async () => new Map(),
      namesOfStaff: async () => new Map(),
      // An e-mail counts only if its transaction commits, as messages do.
      sendRequest: async (tx, { path }) => {
        await sql`insert into email_of_test values (${path.split('/')[2]})`.execute(tx)
        return true
      },
    }
    await concurrently(4, () => sendRatingRequests(deps))
    const { rows } = await sql<{ purchase_id: string; emails: number }>`
      select purchase_id, count(*)::int as emails from email_of_test group by 1`.execute(db)
    expect(rows.filter(({ emails }) => emails !== 1)).toEqual([])
    const emailed = new Set(rows.map(({ purchase_id }) => purchase_id))
    expect(people.filter(({ purchase_id }) => !emailed.has(purchase_id))).toEqual([])
  })

  test('a follow-up recorded concurrently by two staff members is recorded once', async () => {
    const { person, purchase_id } = await asked()
    dataOf(
      await person.at(0).send(saveRatingCall, { body: { purchase_id, rating: 1, allow_contact: 'yes' } }),
    )
    const [answer] = await answersOf(purchase_id)
    const [one, other] = [await servers.staff('service_agent'), await servers.staff('marketing')]
    const responses = await concurrently(8, (index) =>
      (index % 2 === 0 ? one : other).at(index).send(recordFollowUpCall, {
        body: { rating_id: answer?.id ?? '', outcome: 'talked' },
      }),
    )
    expect(tally(responses)).toEqual({ ok: 1, 'ratings.followed-up': 7 })
  })
})
