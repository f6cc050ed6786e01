import { drawScratchCardCall } from '@clube/contract/scratch-card/calls.ts'
import { prepareDeckCall, sealDeckCall } from '@clube/contract/scratch-card/deck-calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testRootKey } from '../../testing/club.ts'
import { useTwoServers, type SignedIn } from '../../testing/two-servers.ts'
import { createVault } from '../vault/index.ts'
import { findDeck } from './deck-store.ts'
import { createDeckProof } from './prove-decks.ts'
import { createScratchCampaign } from './scratch-fixtures.testing.ts'
import { dataOf, issue, tally } from './scratch-club.testing.ts'

const servers = useTwoServers()
const { database } = servers
const vault = createVault(testRootKey)

/** A campaign with a deck that two members of staff prepared and sealed. */
const sealedCampaign = async (limit_per_day: number | null = null) => {
  const campaign = await createScratchCampaign(database.db, { limit_per_day, now: new Date() })
  const body = { campaign_id: campaign.id }
  const { commitment } = dataOf(
    await (await servers.staff('marketing')).at(0).send(prepareDeckCall, { body }),
  )
  dataOf(await (await servers.staff('approver')).at(1).send(sealDeckCall, { body: { ...body, commitment } }))
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

const findingsOf = async () => {
  const { step } = createDeckProof({ db: database.db, vault })
  const findings = []
  let position: string | null = null
  for (;;) {
    const { findings: found, next } = await step({ kind: 'full', position, mark: null, now: new Date() })
    findings.push(...found)
    if (next.kind === 'end') return findings
    ;({ position } = next)
  }
}

type Opened = { person: SignedIn; transacao_id: string }

const draw = (
  index: number,
  { person, transacao_id }: Opened,
  cd_identificador: number,
  alphanumero: string,
) => person.at(index).send(drawScratchCardCall, { body: { alphanumero, cd_identificador, transacao_id } })

test('300 codes sent three times each to two servers draw the first 300 cards, none twice', async () => {
  const campaign = await sealedCampaign()
  const codes = await issue(database.db, vault, campaign.id, 300)
  const opened: Opened[] = []
  for (let n = 0; n < codes.length; n += 1) {
    const person = await servers.customer()
    opened.push({ person, transacao_id: await open(person, campaign.id) })
  }
  const responses = await Promise.all(
    [0, 1, 2].flatMap((send) =>
      opened.map((each, index) => draw(index + send, each, campaign.cd_identificador, codes[index] ?? '')),
    ),
  )
  expect(tally(responses)).toEqual({ ok: 900 })
  const cards = responses.map(dataOf)
  for (const [index] of opened.entries())
    expect([cards[index + 300], cards[index + 600]]).toEqual([cards[index], cards[index]])
  expect(
    cards
      .slice(0, 300)
      .map(({ position }) => position)
      .toSorted((a, b) => a - b),
  ).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
  expect((await findDeck(database.db, campaign.id))?.drawn).toBe(300)
  expect(await findingsOf()).toEqual([])
})

test('one code sent by 20 people to two servers draws one card for one of them', async () => {
  const campaign = await sealedCampaign()
  const [code = ''] = await issue(database.db, vault, campaign.id, 1)
  const opened: Opened[] = []
  for (let n = 0; n < 20; n += 1) {
    const person = await servers.customer()
    opened.push({ person, transacao_id: await open(person, campaign.id) })
  }
  const responses = await Promise.all(
    opened.map((each, index) => draw(index, each, campaign.cd_identificador, code)),
  )
  expect(tally(responses)).toEqual({ ok: 1, 'scratch-card.code-used': 19 })
  expect((await findDeck(database.db, campaign.id))?.drawn).toBe(1)
  expect(await findingsOf()).toEqual([])
})

test('one participation used with 12 codes at once on two servers draws one card', async () => {
  const campaign = await sealedCampaign(1)
  const codes = await issue(database.db, vault, campaign.id, 12)
  const person = await servers.customer()
  const opened = { person, transacao_id: await open(person, campaign.id) }
  const responses = await Promise.all(
    codes.map((code, index) => draw(index, opened, campaign.cd_identificador, code)),
  )
  expect(tally(responses)).toEqual({ ok: 1, 'campaigns.transaction-reused': 11 })
  expect((await findDeck(database.db, campaign.id))?.drawn).toBe(1)
})

test('a deck prepared and sealed many times at once on two servers is sealed only with the commitment that was shown', async () => {
  const { id: campaign_id } = await createScratchCampaign(database.db, { now: new Date() })
  const [marketing, approver] = [await servers.staff('marketing'), await servers.staff('approver')]
  const prepare = (index: number) => marketing.at(index).send(prepareDeckCall, { body: { campaign_id } })
  const { commitment } = dataOf(await prepare(0))
  const seal = (index: number) => approver.at(index).send(sealDeckCall, { body: { campaign_id, commitment } })
  const [sealed, prepared] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, (_, index) => seal(index))),
    Promise.all(Array.from({ length: 4 }, (_, index) => prepare(index))),
  ])
  const deck = await findDeck(database.db, campaign_id)
  if (deck?.state === 'sealed') {
    expect(deck.commitment.toString('hex')).toBe(commitment)
    expect(tally(prepared)).toEqual({ 'scratch-card.already-sealed': 4 })
    expect(tally(sealed)).toEqual({ ok: 6 })
  } else {
    // A new deck was prepared first.
    expect(tally(sealed)).toEqual({ 'scratch-card.other-deck': 6 })
    expect(tally(prepared)).toEqual({ ok: 4 })
  }
})
