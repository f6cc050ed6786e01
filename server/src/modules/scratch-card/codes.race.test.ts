import { randomUUID } from 'node:crypto'
import { drawScratchCardCall, listMyScratchCardsCall } from '@clube/contract/scratch-card/calls.ts'
import {
  approveCodeBatchCall,
  codesCsvFile,
  requestCodeBatchCall,
  voidCodeBatchCall,
  voidScratchCodeCall,
} from '@clube/contract/scratch-card/batch-calls.ts'
import { prepareDeckCall, sealDeckCall } from '@clube/contract/scratch-card/deck-calls.ts'
import { giveScratchCardsCall } from '@clube/contract/scratch-card/gift-calls.ts'
import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { withCheckCharacter } from '@clube/contract/scratch-card/scratch-code.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shops } from '../../../seeds/demonstration/shops.ts'
import { inTransaction } from '../../db/database.ts'
import { testRootKey } from '../../testing/club.ts'
import { receiptKeyOf } from '../../testing/receipts.ts'
import { useTwoServers, type SignedIn } from '../../testing/two-servers.ts'
import { seedReceipt } from '../receipts/index.ts'
import { createVault } from '../vault/index.ts'
import { findDeck } from './deck-store.ts'
import { createDeckProof } from './prove-decks.ts'
import { createScratchCampaign } from './scratch-fixtures.testing.ts'
import { dataOf, issue, tally } from './scratch-club.testing.ts'
import { voidWaitingCards } from './waiting-cards.ts'

const servers = useTwoServers()
const { database } = servers
const vault = createVault(testRootKey)
const hourMs = 3_600_000

const sealedCampaign = async ({ exclusive = false } = {}) => {
  const campaign = await createScratchCampaign(database.db, { now: new Date() })
  // All three ways to get a card, with R$ 400 in receipts for each.
  const rule = JSON.stringify({ ...spendRuleOf({ every_cents: 40_000, participations: 1 }), exclusive })
  await sql`update campaign set spend_rule = ${rule}, redeem_until = ends_at + interval '1 hour',
    settings = jsonb_set(settings, '{earned_by}', '["paper", "receipts", "desk"]') where id = ${campaign.id}`.execute(
    database.db,
  )
  const body = { campaign_id: campaign.id }
  const marketing = await servers.staff('marketing')
  const { commitment } = dataOf(await marketing.at(0).send(prepareDeckCall, { body }))
  const approver = await servers.staff('approver')
  dataOf(await approver.at(1).send(sealDeckCall, { body: { ...body, commitment } }))
  return { ...campaign, marketing, approver }
}

/** An open participation, inserted directly; a person has at most one in a campaign. */
const open = async ({ id }: SignedIn, campaign_id: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into promotion_transaction (protocol_year, customer_id, campaign_id, kind, state, service_channel,
      purchase_ids, created_at, expires_at)
    values (2026, ${id}, ${campaign_id}, 'scratch_card', 'open', 'site', '{}', now(), now() + interval '1 hour')
    returning id`.execute(database.db)
  return rows[0]?.id ?? ''
}

const draw = (
  index: number,
  person: SignedIn,
  body: { alphanumero: string; cd_identificador: number; transacao_id: string },
) => person.at(index).send(drawScratchCardCall, { body })

const findings = async () => {
  const { step } = createDeckProof({ db: database.db, vault })
  const found = []
  let position: string | null = null
  for (;;) {
    const { findings: errors, next } = await step({ kind: 'full', position, mark: null, now: new Date() })
    found.push(...errors)
    if (next.kind === 'end') return found
    ;({ position } = next)
  }
}

const countCodes = async (campaign_id: string) => {
  const { rows } = await sql<{ state: string; codes: number }>`
    select c.state, count(*)::int as codes from scratch_code c join scratch_deck k on k.id = c.deck_id
    where k.campaign_id = ${campaign_id} group by 1`.execute(database.db)
  return Object.fromEntries(rows.map(({ state, codes }) => [state, codes]))
}

test('the file of a batch requested 12 times at once from two servers is handed out once', async () => {
  const { id: campaign_id, marketing, approver } = await sealedCampaign()
  const batch_id = randomUUID()
  const body = { batch_id, campaign_id, count: 50, purpose: 'Lojas' }
  const requested = await Promise.all(
    [0, 1, 2, 3].map((index) => marketing.at(index).send(requestCodeBatchCall, { body })),
  )
  expect(tally(requested)).toEqual({ ok: 4 })
  const approved = await Promise.all(
    [0, 1, 2, 3].map((index) => approver.at(index).send(approveCodeBatchCall, { body: { batch_id } })),
  )
  expect(tally(approved)).toEqual({ ok: 4 })
  const download = async (index: number) => {
    const { cookies } = marketing.at(index)
    const response = await fetch(servers.urlOf(index) + filePath(codesCsvFile, { batch_id }), {
      headers: { cookie: `staff=${cookies.get('staff')}`, 'sec-fetch-site': 'same-origin' },
    })
    return { status: response.status, text: await response.text() }
  }
  const files = await Promise.all(Array.from({ length: 12 }, (_, index) => download(index)))
  expect(files.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(files.filter(({ text }) => text.includes('scratch-card.already-handed-out'))).toHaveLength(11)
  expect(await countCodes(campaign_id)).toEqual({ issued: 50 })
  expect((await findDeck(database.db, campaign_id))?.codes).toBe(50)
  const { rows } = await sql<{ action: string; lines: number }>`
    select action, count(*)::int as lines from audit_line where subject_id = ${batch_id} group by 1 order by 1`.execute(
    database.db,
  )
  expect(rows).toEqual([
    { action: 'scratch-card.approve-batch', lines: 1 },
    { action: 'scratch-card.hand-out-batch', lines: 1 },
    { action: 'scratch-card.refuse-hand-out', lines: 11 },
    { action: 'scratch-card.request-batch', lines: 1 },
  ])
})

test('batches requested at once on two servers never promise more codes than the deck has cards', async () => {
  const { id: campaign_id, marketing } = await sealedCampaign()
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      marketing.at(index).send(requestCodeBatchCall, {
        body: { batch_id: randomUUID(), campaign_id, count: 300, purpose: 'Lojas' },
      }),
    ),
  )
  expect(tally(responses)).toEqual({ ok: 4, 'scratch-card.too-many-codes': 6 })
})

test('codes that are drawn and voided concurrently on two servers are either used or void', async () => {
  const { id: campaign_id, cd_identificador, marketing } = await sealedCampaign()
  const codes = await issue(database.db, vault, campaign_id, 20)
  const people = await Promise.all(codes.map(() => servers.customer()))
  const opened = await Promise.all(people.map((person) => open(person, campaign_id)))
  const [draws, voids] = await Promise.all([
    Promise.all(
      codes.map((alphanumero, index) =>
        draw(index, people[index]!, { alphanumero, cd_identificador, transacao_id: opened[index] ?? '' }),
      ),
    ),
    Promise.all(
      codes.map((code, index) =>
        marketing.at(index + 1).send(voidScratchCodeCall, {
          body: { campaign_id, code, reason: 'Cartela perdida.' },
        }),
      ),
    ),
  ])
  const drawn = draws.filter(({ ok }) => ok).length
  expect(tally(draws)).toEqual({
    ...(drawn > 0 ? { ok: drawn } : {}),
    ...(drawn < 20 ? { 'scratch-card.invalid-code': 20 - drawn } : {}),
  })
  for (const [index, response] of draws.entries()) expect(voids[index]?.ok).toBe(!response.ok)
  expect(await countCodes(campaign_id)).toEqual({
    ...(drawn > 0 ? { used: drawn } : {}),
    ...(drawn < 20 ? { void: 20 - drawn } : {}),
  })
  expect(await findings()).toEqual([])
})

test('a batch that is voided while its codes are drawn on two servers keeps the used ones, and its deck counts them exactly', async () => {
  const { id: campaign_id, cd_identificador, marketing } = await sealedCampaign()
  const codes = await issue(database.db, vault, campaign_id, 40)
  const { rows } = await sql<{ batch_id: string }>`
    select distinct c.batch_id from scratch_code c join scratch_deck k on k.id = c.deck_id
    where k.campaign_id = ${campaign_id}`.execute(database.db)
  const batch_id = rows[0]?.batch_id ?? ''
  const people = await Promise.all(codes.map(() => servers.customer()))
  const opened = await Promise.all(people.map((person) => open(person, campaign_id)))
  const voidBatch = (index: number) =>
    marketing.at(index).send(voidCodeBatchCall, { body: { batch_id, reason: 'Arquivo perdido.' } })
  const [draws, voids] = await Promise.all([
    Promise.all(
      codes.map((alphanumero, index) =>
        draw(index, people[index]!, { alphanumero, cd_identificador, transacao_id: opened[index] ?? '' }),
      ),
    ),
    Promise.all([voidBatch(0), voidBatch(1), voidBatch(0)]),
  ])
  expect(tally(voids)).toEqual({ ok: 3 })
  const used = draws.filter(({ ok }) => ok).length
  expect((await findDeck(database.db, campaign_id))?.codes).toBe(used)
  expect((await findDeck(database.db, campaign_id))?.drawn).toBe(used)
  expect(await findings()).toEqual([])
})

test('a gift of cards sent eight times at once to two servers is given once, and concurrent gifts do not exceed the daily limit', async () => {
  const { id: campaign_id } = await sealedCampaign()
  const attendant = await servers.staff('attendant')
  const person = await servers.customer()
  const give = (index: number, gift_id: string) =>
    attendant.at(index).send(giveScratchCardsCall, {
      body: { gift_id, campaign_id, customer_id: person.id, cards: 2, reason: 'Cartela com defeito.' },
    })
  const gift_id = randomUUID()
  const same = await Promise.all(Array.from({ length: 8 }, (_, index) => give(index, gift_id)))
  expect(tally(same)).toEqual({ ok: 8 })
  expect(same.filter((response) => dataOf(response).repeated)).toHaveLength(7)
  const others = await Promise.all(Array.from({ length: 6 }, (_, index) => give(index, randomUUID())))
  expect(tally(others)).toEqual({ ok: 1, 'scratch-card.gift-limit': 5 })
  expect(await countCodes(campaign_id)).toEqual({ issued: 4 })
})

test('when cards are given while the account is erased, no undrawn card of the account remains valid', async () => {
  const { id: campaign_id } = await sealedCampaign()
  const attendant = await servers.staff('attendant')
  const people = await Promise.all(Array.from({ length: 8 }, () => servers.customer()))
  // What the erasure of an account does in its transaction, in its order.
  const erase = (customer_id: string) =>
    inTransaction(database.db, async (tx) => {
      await sql`update customer set account_status = 'deletion_pending', deletion_requested_at = now()
        where id = ${customer_id}`.execute(tx)
      await voidWaitingCards(tx, customer_id, new Date())
    })
  const [gifts] = await Promise.all([
    Promise.all(
      people.map(({ id: customer_id }, index) =>
        attendant.at(index).send(giveScratchCardsCall, {
          body: { gift_id: randomUUID(), campaign_id, customer_id, cards: 1, reason: 'Cartela com defeito.' },
        }),
      ),
    ),
    Promise.all(people.map(({ id }) => erase(id))),
  ])
  const given = gifts.filter(({ ok }) => ok).length
  expect(tally(gifts)).toEqual({
    ...(given > 0 ? { ok: given } : {}),
    ...(given < 8 ? { 'scratch-card.unknown-person': 8 - given } : {}),
  })
  expect(await countCodes(campaign_id)).toEqual(given > 0 ? { void: given } : {})
  expect((await findDeck(database.db, campaign_id))?.codes).toBe(0)
  expect(await findings()).toEqual([])
})

test('a receipt worth one card draws only one when participations in two exclusive campaigns are sent at once to two servers', async () => {
  const campaigns = [await sealedCampaign({ exclusive: true }), await sealedCampaign({ exclusive: true })]
  const person = await servers.customer()
  const created_at = new Date(Date.now() - hourMs)
  const [{ cnpj }] = shops
  const receipt_key = receiptKeyOf({ now: created_at, cnpj, number: 1, series: 7 })
  await seedReceipt(
    database.db,
    { customer_id: person.id, cnpj, receipt_key, amount_cents: 40_000 },
    { created_at, time_zone: defaultTimeZone },
  )
  const requests: { alphanumero: ''; cd_identificador: number; transacao_id: string }[] = []
  for (const { id, cd_identificador } of campaigns)
    requests.push({ alphanumero: '', cd_identificador, transacao_id: await open(person, id) })
  const responses = await Promise.all(
    [0, 1, 2, 3, 4, 5].flatMap((send) => requests.map((body, index) => draw(index + send, person, body))),
  )
  expect(tally(responses)).toEqual({ ok: 6, 'scratch-card.missing-receipts': 6 })
  const decks = await Promise.all(campaigns.map(({ id }) => findDeck(database.db, id)))
  expect(new Set(decks.map((deck) => deck?.drawn))).toEqual(new Set([0, 1]))
  const { drawn } = dataOf(await person.at(0).send(listMyScratchCardsCall))
  expect(drawn).toHaveLength(1)
  const { rows } = await sql<{ cents: number }>`
    select sum(amount_cents)::int as cents from purchase_allocation
    where campaign_id = any(${campaigns.map(({ id }) => id)}::uuid[])`.execute(database.db)
  expect(rows[0]?.cents).toBe(40_000)
  expect(await findings()).toEqual([])
})

test('wrong codes that one device sends at once for 40 people to two servers are counted exactly: ten are compared', async () => {
  // Two campaigns, so that the lock of a deck does not serialize all guesses.
  const campaigns = [await sealedCampaign(), await sealedCampaign()]
  const digits = '23456789ACDEFGHJKMNPQRTUVWXYZ'
  const guess = async (index: number, alphanumero: string) => {
    const { id, cd_identificador } = campaigns[index % 2]!
    const person = await servers.customer()
    const transacao_id = await open(person, id)
    return () => {
      const browser = person.at(Math.floor(index / 2))
      browser.cookies.set('device', 'one browser')
      return browser.send(drawScratchCardCall, { body: { alphanumero, cd_identificador, transacao_id } })
    }
  }
  const guesses = []
  for (let index = 0; index < 40; index += 1)
    guesses.push(
      await guess(
        index,
        withCheckCharacter(`KKKKKKKKKKKKK${digits[index % 29]}${digits[index < 29 ? 0 : 1]}`),
      ),
    )
  const responses = await Promise.all(guesses.map((send) => send()))
  expect(tally(responses)).toEqual({ 'scratch-card.invalid-code': 10, 'scratch-card.too-many-attempts': 30 })
  const [code = ''] = await issue(database.db, vault, campaigns[0]!.id, 1)
  const right = await guess(0, code)
  expect(await right()).toMatchObject({ code: 'scratch-card.too-many-attempts' })
  expect((await findDeck(database.db, campaigns[0]!.id))?.drawn).toBe(0)
})
