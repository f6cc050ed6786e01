import { randomUUID } from 'node:crypto'
import { drawScratchCardCall, listMyScratchCardsCall } from '@clube/contract/scratch-card/calls.ts'
import { prepareDeckCall, readDeckCall, sealDeckCall } from '@clube/contract/scratch-card/deck-calls.ts'
import { giveScratchCardsCall, undoScratchGiftCall } from '@clube/contract/scratch-card/gift-calls.ts'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { testRootKey } from '../../testing/club.ts'
import { useTwoServers, type SignedIn } from '../../testing/two-servers.ts'
import { proveNow } from '../proofs/index.ts'
import { createVault } from '../vault/index.ts'
import { findDeck } from './deck-store.ts'
import { listChain } from './draw-store.ts'
import { listHeads } from './head-store.ts'
import { createDeckProof } from './prove-decks.ts'
import { publishDecks } from './publish-deck.ts'
import { createScratchCampaign } from './scratch-fixtures.testing.ts'
import { dataOf, issue, tally } from './scratch-club.testing.ts'

const servers = useTwoServers()
const { database } = servers
const vault = createVault(testRootKey)

afterEach(async () => {
  const findings = await proveNow(createDeckProof({ db: database.db, vault }), new Date())
  if (findings.length > 0) throw new Error(`The proof failed: ${JSON.stringify(findings)}`)
})

/** A campaign with a sealed deck, whose cards are printed or given at the desk. */
const sealedCampaign = async () => {
  const campaign = await createScratchCampaign(database.db, { now: new Date() })
  await sql`update campaign set settings = jsonb_set(settings, '{earned_by}', '["paper", "desk"]')
    where id = ${campaign.id}`.execute(database.db)
  const body = { campaign_id: campaign.id }
  const marketing = await servers.staff('marketing')
  const { commitment } = dataOf(await marketing.at(0).send(prepareDeckCall, { body }))
  const approver = await servers.staff('approver')
  dataOf(await approver.at(1).send(sealDeckCall, { body: { ...body, commitment } }))
  return campaign
}

/** An open participation, inserted directly. */
const open = async ({ id }: SignedIn, campaign_id: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into promotion_transaction (protocol_year, customer_id, campaign_id, kind, state, service_channel,
      purchase_ids, created_at, expires_at)
    values (2026, ${id}, ${campaign_id}, 'scratch_card', 'open', 'site', '{}', now(), now() + interval '1 hour')
    returning id`.execute(database.db)
  return rows[0]?.id ?? ''
}

test('cards given at the desk that are drawn and taken back concurrently on two servers are either drawn or void', async () => {
  const { id: campaign_id, cd_identificador } = await sealedCampaign()
  const attendant = await servers.staff('attendant')
  const gifts = []
  for (let index = 0; index < 20; index += 1) {
    const person = await servers.customer()
    const gift_id = randomUUID()
    const body = { gift_id, campaign_id, customer_id: person.id, cards: 1, reason: 'Cartela com defeito.' }
    dataOf(await attendant.at(index).send(giveScratchCardsCall, { body }))
    const [card] = dataOf(await person.at(index).send(listMyScratchCardsCall)).waiting
    const transacao_id = await open(person, campaign_id)
    gifts.push({ person, gift_id, draw: { alphanumero: card?.code ?? '', cd_identificador, transacao_id } })
  }
  const undo = (index: number, gift_id: string) =>
    attendant.at(index).send(undoScratchGiftCall, { body: { gift_id, reason: 'Dada à pessoa errada.' } })
  const [draws, undone, repeats] = await Promise.all([
    Promise.all(
      gifts.map(({ person, draw }, index) => person.at(index).send(drawScratchCardCall, { body: draw })),
    ),
    Promise.all(gifts.map(({ gift_id }, index) => undo(index + 1, gift_id))),
    Promise.all(gifts.map(({ gift_id }, index) => undo(index, gift_id))),
  ])
  const drawn = draws.filter(({ ok }) => ok).length
  expect(tally(draws)).toEqual({
    ...(drawn > 0 ? { ok: drawn } : {}),
    ...(drawn < 20 ? { 'scratch-card.invalid-code': 20 - drawn } : {}),
  })
  for (const [index, { ok }] of draws.entries()) {
    const both = [undone[index], repeats[index]]
    if (ok) expect(both.map((response) => response?.ok)).toEqual([false, false])
    else {
      expect(both.every((response) => response?.ok)).toBe(true)
      expect(both.filter((response) => response?.ok && response.data.repeated)).toHaveLength(1)
    }
  }
  expect((await findDeck(database.db, campaign_id))?.codes).toBe(drawn)
  const { rows } = await sql<{ taken_back: number; audited: number }>`
    select (select sum(taken_back)::int from scratch_gift where deck_id = k.id) as taken_back,
      (select count(*)::int from audit_line where action = 'scratch-card.undo-gift') as audited
    from scratch_deck k where campaign_id = ${campaign_id}`.execute(database.db)
  expect(rows).toEqual([{ taken_back: 20 - drawn, audited: 20 - drawn }])
})

test('when a deck is prepared repeatedly on one server while it is sealed on the other, the sealed deck is the one that was shown', async () => {
  const [marketing, approver] = [await servers.staff('marketing'), await servers.staff('approver')]
  const campaigns = []
  for (let n = 0; n < 4; n += 1) campaigns.push(await createScratchCampaign(database.db, { now: new Date() }))
  const outcomes = await Promise.all(
    campaigns.map(async ({ id: campaign_id }) => {
      const prepare = () => marketing.at(0).send(prepareDeckCall, { body: { campaign_id } })
      dataOf(await prepare())
      const commitments: string[] = []
      const [prepared, sealed] = await Promise.all([
        Promise.all([prepare(), prepare(), prepare()]),
        Promise.all(
          [0, 1].map(async () => {
            for (;;) {
              const { deck } = dataOf(await approver.at(1).send(readDeckCall, { query: { campaign_id } }))
              const { commitment = '' } = deck ?? {}
              const response = await approver.at(1).send(sealDeckCall, { body: { campaign_id, commitment } })
              if (response.ok) commitments.push(response.data.commitment)
              else if (response.code !== 'scratch-card.other-deck') throw new Error(JSON.stringify(response))
              if (response.ok) return response.data
            }
          }),
        ),
      ])
      return { campaign_id, prepared, sealed, commitments }
    }),
  )
  for (const { campaign_id, prepared, sealed, commitments } of outcomes) {
    const deck = await findDeck(database.db, campaign_id)
    expect(deck?.state).toBe('sealed')
    expect(new Set(commitments)).toEqual(new Set([deck?.commitment.toString('hex')]))
    const { ok = 0, 'scratch-card.already-sealed': refused = 0 } = tally(prepared)
    expect(ok + refused).toBe(3)
    expect(sealed.map(({ preparations }) => preparations)).toEqual([ok + 1, ok + 1])
    const { rows } = await sql<{ sentence: string }>`
      select sentence from audit_line where action = 'scratch-card.seal-deck' and subject_id = ${campaign_id}`.execute(
      database.db,
    )
    // One line, with the start of the sealed commitment.
    expect(rows.map(({ sentence }) => sentence.replaceAll(' ', ''))).toEqual([
      expect.stringContaining((commitments[0] ?? '-').slice(0, 16)),
    ])
  }
})

test('once a deck is revealed, concurrent draws on two servers are refused, and the last head covers all draws', async () => {
  const { id: campaign_id, cd_identificador } = await sealedCampaign()
  const codes = await issue(database.db, vault, campaign_id, 60)
  const requests: { person: SignedIn; alphanumero: string; transacao_id: string }[] = []
  for (const alphanumero of codes) {
    const person = await servers.customer()
    requests.push({ person, alphanumero, transacao_id: await open(person, campaign_id) })
  }
  // Maintenance runs with a clock beyond the campaign's end, draws with one before it.
  const afterEnd = new Date(Date.now() + 5 * 3_600_000)
  const reveal = () => publishDecks({ db: database.db, clock: () => afterEnd, time_zone: defaultTimeZone })
  const [responses] = await Promise.all([
    Promise.all(
      requests.map(({ person, ...body }, index) =>
        person.at(index).send(drawScratchCardCall, { body: { ...body, cd_identificador } }),
      ),
    ),
    Promise.all([reveal(), reveal(), reveal()]),
  ])
  const { ok: drawn = 0, ...refused } = tally(responses)
  expect(refused).toEqual(drawn < 60 ? { 'scratch-card.not-sealed': 60 - drawn } : {})
  const deck = await findDeck(database.db, campaign_id)
  expect(deck).toMatchObject({ state: 'revealed', drawn })
  const deck_id = deck?.id ?? ''
  const draws = await listChain(database.db, { deck_id, first: 1, limit: 1200 })
  expect(draws).toHaveLength(drawn)
  const heads = await listHeads(database.db, deck_id)
  expect(heads.at(-1)).toMatchObject({ draws: drawn, head: deck?.head })
  expect(heads.filter(({ draws: covered }) => covered === drawn)).toHaveLength(1)
})
