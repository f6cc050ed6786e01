import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  quotePartnerPointsCall,
  readRedemptionCall,
  redeemPartnerPointsCall,
  unlinkPartnerCall,
} from '@clube/contract/partner-points/calls.ts'
import {
  confirmRefundCall,
  proposeRefundCall,
  switchPartnerCall,
} from '@clube/contract/partner-points/desk-calls.ts'
import { listSettlementsCall, startSettlementCall } from '@clube/contract/partner-points/settlement-calls.ts'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { openJournal } from '../../../counterparts/journal.ts'
import {
  createPartnerBooks,
  type PartnerCommand,
  type PartnerResult,
} from '../../../counterparts/partner-books.ts'
import { testRootKey } from '../../testing/club.ts'
import { useTwoServers, type SignedIn } from '../../testing/two-servers.ts'
import { proveNow } from '../proofs/index.ts'
import { createVault } from '../vault/index.ts'
import { memberLabel } from './links/link-partner.ts'
import {
  dataOf,
  partnerSettings,
  partnerSlug,
  sendPart,
  settlementFileOf,
  tally,
  pointsOfClub,
} from './partner-club.testing.ts'
import { createDayProof, createRedemptionProof } from './prove-redemptions.ts'

const servers = useTwoServers()
const { database } = servers
const vault = createVault(testRootKey)

afterEach(async () => {
  const { db } = database
  for (const proof of [
    createRedemptionProof({ db, points: pointsOfClub }),
    createDayProof({ db, time_zone: defaultTimeZone }),
  ]) {
    const findings = await proveNow(proof, new Date())
    if (findings.length > 0) throw new Error(`The proof failed: ${JSON.stringify(findings)}`)
  }
})

const books = createPartnerBooks()
let journal: ReturnType<typeof openJournal<PartnerCommand, PartnerResult>> | undefined
/** The books of the local partner, which both servers share. */
const partner = () => {
  journal ??= openJournal<PartnerCommand, PartnerResult>(
    join(servers.folder, 'counterparts', `partner-${partnerSlug}.jsonl`),
    books.execute,
  )
  journal.refresh()
  return { books, execute: journal.execute }
}

const campaign = async (settings: object = {}): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into campaign (slug, kind, state, title, summary, description, starts_at, ends_at, audience, legal, settings,
      edited_by, approved_by, created_at, updated_at)
    values (${`milhas-${randomUUID()}`}, 'partner_points', 'active', 'Milhas', 'Milhas.', 'Milhas.', now() - interval '1 day',
      now() + interval '1 day', '{"document_types":["cpf"],"minimum_age":null}',
      '{"certificate_number":null,"authority":null,"prize_list":[]}',
      ${JSON.stringify({ ...partnerSettings, ...settings })}, '{ana}', 'bia', now(), now())
    returning id`.execute(database.db)
  return rows[0]?.id ?? ''
}

let members = 70_400_000

/** A customer with a linked account, inserted directly. */
const linked = async (balance = 100_000): Promise<SignedIn & { member_number: string }> => {
  const person = await servers.customer()
  const member_number = String((members += 1))
  partner().execute({
    kind: 'add-member',
    member: { member_number, document_id: '1', proof: '1', balance, is_authorized: true },
  })
  await sql`insert into partner (slug, is_on) values (${partnerSlug}, true) on conflict do nothing`.execute(
    database.db,
  )
  await sql`
    insert into partner_link (partner, customer_id, member_sealed, member_index, member_end, consent_version, linked_at)
    values (${partnerSlug}, ${person.id}, ${vault.seal(memberLabel, member_number)},
      ${createHash('sha256').update(member_number).digest()}, ${member_number.slice(-4)}, '1', now())`.execute(
    database.db,
  )
  return { ...person, member_number }
}

// Customers open one participation at a time; requests for several are the harder case.
beforeAll(async () => {
  await sql`drop index promotion_transaction_open`.execute(database.db)
})

/** Open participations, inserted directly. */
const participations = async ({ id }: SignedIn, campaign_id: string, count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const { rows } = await sql<{ id: string }>`
      insert into promotion_transaction (protocol_year, customer_id, campaign_id, kind, state, service_channel,
        purchase_ids, created_at, expires_at)
      values (2026, ${id}, ${campaign_id}, 'partner_points', 'open', 'site', '{}', now(), now() + interval '1 hour')
      returning id`.execute(database.db)
    ids.push(rows[0]?.id ?? '')
  }
  return ids
}
const quote = async (person: SignedIn, campaign_id: string, index = 0): Promise<string> =>
  dataOf(await person.at(index).send(quotePartnerPointsCall, { body: { campaign_id, points: 2_000 } }))
    .quote_id

const redeem = (
  person: SignedIn,
  index: number,
  {
    transaction_id,
    campaign_id,
    quote_id,
  }: { transaction_id: string; campaign_id: string; quote_id: string },
) =>
  person.at(index).send(redeemPartnerPointsCall, {
    params: { partner: partnerSlug, transaction_id },
    body: { campaign_id, quote_id, points: 2_000 },
  })

const balanceOf = async ({ id }: SignedIn): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`
    select balance from points_balance where customer_id = ${id}`.execute(database.db)
  return rows[0]?.balance ?? 0
}
const debitsOf = (member_number: string) =>
  partner()
    .books.debits()
    .filter((debit) => debit.member_number === member_number)

test('a redemption sent 50 times concurrently to two servers debits and credits once', async () => {
  const campaign_id = await campaign()
  const person = await linked()
  const [transaction_id = ''] = await participations(person, campaign_id, 1)
  const request = { transaction_id, campaign_id, quote_id: await quote(person, campaign_id) }
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) => redeem(person, index, request)),
  )
  expect(tally(responses)).toEqual({ ok: 50 })
  const { state } = dataOf(await person.at(0).send(readRedemptionCall, { params: { transaction_id } }))
  expect(state).toBe('completed')
  expect(debitsOf(person.member_number)).toHaveLength(1)
  expect(await balanceOf(person)).toBe(1_000)
})

test('a quote that 20 participations use concurrently on two servers is used by one of them', async () => {
  const campaign_id = await campaign()
  const person = await linked()
  const quote_id = await quote(person, campaign_id)
  const ids = await participations(person, campaign_id, 20)
  const responses = await Promise.all(
    ids.map((transaction_id, index) => redeem(person, index, { transaction_id, campaign_id, quote_id })),
  )
  expect(tally(responses)).toEqual({ ok: 1, 'partner-points.quote-expired': 19 })
  expect(debitsOf(person.member_number)).toHaveLength(1)
  expect(await balanceOf(person)).toBe(1_000)
})

test('the limit per day holds for redemptions sent concurrently to two servers', async () => {
  const person = await linked()
  const campaign_id = await campaign({ limit_per_day: 2 })
  const ids = await participations(person, campaign_id, 8)
  // Quotes replace each other, so the others are stored directly.
  const quote_ids = [await quote(person, campaign_id)]
  await sql`drop index partner_quote_unused`.execute(database.db)
  for (let n = 1; n < 8; n += 1) {
    const { rows } = await sql<{ id: string }>`
      insert into partner_quote (link_id, campaign_id, partner_points, club_points, reference, quoted_at, expires_at)
      select link_id, campaign_id, partner_points, club_points, reference, quoted_at, expires_at from partner_quote
      where id = ${quote_ids[0]} returning id`.execute(database.db)
    quote_ids.push(rows[0]?.id ?? '')
  }
  const responses = await Promise.all(
    ids.map((transaction_id, index) =>
      redeem(person, index, { transaction_id, campaign_id, quote_id: quote_ids[index] ?? '' }),
    ),
  )
  expect(tally(responses)).toEqual({ ok: 2, 'partner-points.daily-limit': 6 })
  expect(debitsOf(person.member_number)).toHaveLength(2)
})

test('an account that is unlinked on one server while it is redeemed from on the other is either unlinked or debited', async () => {
  const campaign_id = await campaign()
  const attempts = []
  for (let n = 0; n < 16; n += 1) {
    const person = await linked()
    const [transaction_id = ''] = await participations(person, campaign_id, 1)
    attempts.push({
      person,
      request: { transaction_id, campaign_id, quote_id: await quote(person, campaign_id, n) },
    })
  }
  const outcomes = await Promise.all(
    attempts.map(async ({ person, request }, index) => {
      const [redeemed, unlinked] = await Promise.all([
        redeem(person, index, request),
        person.at(index + 1).send(unlinkPartnerCall, { body: { partner: partnerSlug } }),
      ])
      return { person, redeemed, unlinked }
    }),
  )
  for (const { person, redeemed, unlinked } of outcomes) {
    const debits = debitsOf(person.member_number).length
    expect(debits).toBe(redeemed.ok ? 1 : 0)
    expect(await balanceOf(person)).toBe(debits * 1_000)
    if (!redeemed.ok) expect(redeemed.code).toBe('partner-points.not-linked')
    if (!unlinked.ok) expect(unlinked.code).toBe('partner-points.redemption-processing')
    expect(redeemed.ok || unlinked.ok).toBe(true)
  }
})

test('after a partner is switched off on one server, the other one begins no redemption', async () => {
  const campaign_id = await campaign()
  const desk = await servers.staff('reconciler')
  const attempts = []
  for (let n = 0; n < 12; n += 1) {
    const person = await linked()
    const [transaction_id = ''] = await participations(person, campaign_id, 1)
    attempts.push({
      person,
      request: { transaction_id, campaign_id, quote_id: await quote(person, campaign_id, n) },
    })
  }
  const switchTo = (is_on: boolean) =>
    desk.at(0).send(switchPartnerCall, { body: { partner: partnerSlug, is_on, reason: 'Teste.' } })
  const half = attempts.slice(0, 6).map(({ person, request }, index) => redeem(person, index, request))
  dataOf(await switchTo(false))
  const late = await Promise.all(
    attempts.slice(6).map(({ person, request }, index) => redeem(person, index + 1, request)),
  )
  expect(tally(late)).toEqual({ 'partner-points.switched-off': 6 })
  const early = await Promise.all(half)
  expect(
    early.every(
      ({ ok, ...response }) => ok || ('code' in response && response.code === 'partner-points.switched-off'),
    ),
  ).toBe(true)
  dataOf(await switchTo(true))
})

test('a refund that 20 members confirm concurrently on two servers is returned and taken back once', async () => {
  const campaign_id = await campaign()
  const person = await linked()
  const [transaction_id = ''] = await participations(person, campaign_id, 1)
  dataOf(await redeem(person, 0, { transaction_id, campaign_id, quote_id: await quote(person, campaign_id) }))
  const proposer = await servers.staff('reconciler')
  const refund_id = randomUUID()
  const proposal = { body: { refund_id, transaction_id, reason: 'Engano.' } }
  const proposals = await Promise.all(
    Array.from({ length: 6 }, (_, index) => proposer.at(index).send(proposeRefundCall, proposal)),
  )
  expect(tally(proposals)).toEqual({ ok: 6 })
  const members20 = await Promise.all(Array.from({ length: 20 }, () => servers.staff('reconciler')))
  const responses = await Promise.all(
    members20.map((member, index) => member.at(index).send(confirmRefundCall, { body: { refund_id } })),
  )
  expect(tally(responses)).toEqual({ ok: 1, 'partner-points.refund-state': 19 })
  expect(await balanceOf(person)).toBe(0)
  const [debit] = debitsOf(person.member_number)
  expect(debit?.refunded_at).not.toBeNull()
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from points_posting where source_id = ${transaction_id} and kind = 'take_back'`.execute(
    database.db,
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('a settlement file that two servers receive concurrently is imported once, while its redemptions are confirmed', async () => {
  const campaign_id = await campaign()
  const desk = await servers.staff('reconciler')
  const people = []
  for (let n = 0; n < 10; n += 1) {
    const person = await linked()
    const [transaction_id = ''] = await participations(person, campaign_id, 1)
    people.push({
      person,
      request: { transaction_id, campaign_id, quote_id: await quote(person, campaign_id, n) },
    })
  }
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
  const lines = people.map(
    ({ request }, index) => `L${index};${request.transaction_id};debito;2000;${daysAgo(4)}`,
  )
  const bytes = settlementFileOf(lines)
  const body = {
    partner: partnerSlug,
    file_name: 'liquidacao.csv',
    size_bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    from_day: daysAgo(9).slice(0, 10),
    to_day: daysAgo(2).slice(0, 10),
  }
  const started = await Promise.all(
    [0, 1, 2, 3].map((index) => desk.at(index).send(startSettlementCall, { body })),
  )
  const [import_id = '', ...others] = new Set(started.map((response) => dataOf(response).import_id))
  expect(others).toEqual([])
  const parts = [0, 1, 2, 3].map((index) => sendPart(desk.at(index), { import_id, offset: 0, part: bytes }))
  const redeemed = await Promise.all(
    people.map(({ person, request }, index) => redeem(person, index, request)),
  )
  expect(tally(redeemed)).toEqual({ ok: 10 })
  for (const response of await Promise.all(parts))
    if (!response.ok) expect(response.code).toBe('partner-points.import-running')
  await expect
    .poll(async () => {
      const imports = dataOf(await desk.at(0).send(listSettlementsCall, { query: { partner: partnerSlug } }))
      return imports.find((each) => each.import_id === import_id)
    })
    .toMatchObject({ state: 'done', lines: 10, repeated_lines: 0 })
  const ids = people.map(({ request }) => request.transaction_id)
  await expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from partner_entry e join partner_line l on l.id = e.line_id
        where e.transaction_id = any(${ids}::uuid[]) and e.state = 'matched' and l.state = 'matched'`.execute(
        database.db,
      )
      return rows[0]?.count
    })
    .toBe(10)
})
