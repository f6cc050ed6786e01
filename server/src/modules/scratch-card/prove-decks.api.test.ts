import { randomUUID } from 'node:crypto'
import { listMyScratchCardsCall } from '@clube/contract/scratch-card/calls.ts'
import { nextHead } from '@clube/contract/scratch-card/draw-chain.ts'
import { giveScratchCardsCall } from '@clube/contract/scratch-card/gift-calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction, type Tx } from '../../db/database.ts'
import { proveNow, type Finding } from '../proofs/index.ts'
import { findDeck } from './deck-store.ts'
import { listChain } from './draw-store.ts'
import { nodeHash } from './node-hash.ts'
import { createDeckProof } from './prove-decks.ts'
import { publishDecks } from './publish-deck.ts'
import { dataOf, useScratchClub } from './scratch-club.testing.ts'

const club = useScratchClub()
const dayMs = 24 * 3_600_000
const undo = new Error('undo')

/** Runs without triggers, as a person with full access to the database could, and rolls back. */
const tamper = (work: (tx: Tx) => Promise<void>): Promise<void> =>
  inTransaction(club.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await work(tx)
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })

const proofIn = (db: Tx) => createDeckProof({ db, vault: club.vault })

const prove = async (tx: Tx, campaign_id: string): Promise<string[]> =>
  named(await proveNow(proofIn(tx), club.clock.now()), campaign_id)

/** `check subject`, without the campaign's id. */
const named = (findings: readonly Finding[], campaign_id: string): string[] =>
  findings
    .filter(({ subject }) => subject.startsWith(campaign_id))
    .map(({ check, subject }) => `${check} ${subject.slice(campaign_id.length)}`)

/** A campaign with three draws, of which the last one is of a digital code, and a published head after them. */
const drawnCampaign = async () => {
  const campaign = await club.sealedCampaign({ earned_by: ['paper', 'desk'] })
  for (const code of await club.codes(campaign.id, 2))
    dataOf(await club.play(await club.join(), campaign, code))
  const person = await club.join()
  const { customer_id } = person
  const body = {
    gift_id: randomUUID(),
    campaign_id: campaign.id,
    customer_id,
    cards: 1,
    reason: 'Fila longa',
  }
  dataOf(await club.staff('duda', 'attendant').send(giveScratchCardsCall, { body }))
  const [waiting] = dataOf(await person.browser.send(listMyScratchCardsCall)).waiting
  dataOf(await club.play(person, campaign, waiting?.code ?? ''))
  await publishDecks(club.scratchDeps)
  const deck = await findDeck(club.database.db, campaign.id)
  if (!deck) throw new Error('The campaign has no deck')
  return { campaign, deck }
}

const other = sql<Buffer>`decode(repeat('ab', 32), 'hex')`

test('the proof of decks detects changed heads outside the chain and changed responses', async () => {
  const { campaign, deck } = await drawnCampaign()
  const transaction = sql`select transaction_id from scratch_draw where deck_id = ${deck.id} and position = 2`
  for (const [statement, expected] of [
    [
      sql`update scratch_head set head = ${other} where deck_id = ${deck.id}`,
      'published-head-matches-draw /3',
    ],
    [sql`update scratch_head set draws = 4 where deck_id = ${deck.id}`, 'published-head-matches-draw /4'],
    [
      sql`insert into scratch_head (deck_id, draws, head, published_at) values (${deck.id}, 0, ${other}, now())`,
      'published-head-matches-draw /0',
    ],
    [sql`update scratch_deck set head = ${other} where id = ${deck.id}`, 'deck-head-is-last-draw '],
    [
      sql`update promotion_transaction set response = jsonb_set(response, '{head}', '"ab"') where id = (${transaction})`,
      'response-matches-draw /2',
    ],
    [
      sql`update promotion_transaction set response = jsonb_set(response, '{position}', '3') where id = (${transaction})`,
      'response-matches-draw /2',
    ],
    [
      sql`update promotion_transaction set response = '{}' where id = (${transaction})`,
      'response-matches-draw /2',
    ],
  ] as const)
    await tamper(async (tx) => {
      expect(await prove(tx, campaign.id)).toEqual([])
      await statement.execute(tx)
      expect(await prove(tx, campaign.id)).toEqual([expected])
    })
})

test('the proof of decks detects a draw reassigned to another code, even if the whole chain is recomputed', async () => {
  const { campaign, deck } = await drawnCampaign()
  await tamper(async (tx) => {
    let head = deck.commitment.toString('hex')
    for (const draw of await listChain(tx, { deck_id: deck.id, first: 1, limit: 3 })) {
      const { position } = draw
      const code_hash = position === 3 ? 'cd'.repeat(32) : draw.code_hash.toString('hex')
      const prize = draw.prize_number ?? 0
      head = nextHead(nodeHash, head, { position, prize, code_hash, drawn_at: draw.drawn_at.toISOString() })
      await sql`update scratch_draw set code_hash = decode(${code_hash}, 'hex'), head = decode(${head}, 'hex')
        where deck_id = ${deck.id} and position = ${position}`.execute(tx)
    }
    const remaining = ['response-matches-draw /3', 'digital-code-matches-draw /3']
    const heads = ['published-head-matches-draw /3', 'deck-head-is-last-draw ']
    expect(await prove(tx, campaign.id)).toEqual([...remaining, ...heads])
    await sql`update scratch_deck set head = decode(${head}, 'hex') where id = ${deck.id}`.execute(tx)
    expect(await prove(tx, campaign.id)).toEqual([...remaining, heads[0]])
    await sql`update scratch_head set head = decode(${head}, 'hex') where deck_id = ${deck.id}`.execute(tx)
    expect(await prove(tx, campaign.id)).toEqual(remaining)
  })
})

test('the proof of decks accepts the erased response of a draw', async () => {
  const { campaign, deck } = await drawnCampaign()
  await tamper(async (tx) => {
    await sql`update promotion_transaction set response = '{}', body_hash = decode(repeat('00', 32), 'hex')
      where id = (select transaction_id from scratch_draw where deck_id = ${deck.id} and position = 1)`.execute(
      tx,
    )
    expect(await prove(tx, campaign.id)).toEqual([])
  })
})

test('a recent pass of the proof of decks checks sealed decks, and revealed ones for two days', async () => {
  const { campaign, deck } = await drawnCampaign()
  const prepared = await club.newCampaign()
  dataOf(await club.prepare(prepared.id))
  const pass = async (tx: Tx, kind: 'recent' | 'full', days: number, campaign_id: string) => {
    const now = new Date(club.clock.now().getTime() + days * dayMs)
    const { step } = proofIn(tx)
    const findings: Finding[] = []
    for (let position: string | null = null; ;) {
      const { findings: found, next } = await step({ kind, position, mark: null, now })
      findings.push(...found)
      if (next.kind === 'end') return named(findings, campaign_id)
      ;({ position } = next)
    }
  }
  await tamper(async (tx) => {
    await sql`update scratch_deck set head = ${other}`.execute(tx)
    const finding = ['deck-head-is-last-draw ']
    expect(await pass(tx, 'recent', 30, campaign.id)).toEqual(finding)
    expect(await pass(tx, 'recent', 0, prepared.id)).toEqual([])
    expect(await pass(tx, 'full', 0, prepared.id)).toEqual(finding)
    await sql`update scratch_deck set state = 'revealed' where id = ${deck.id}`.execute(tx)
    expect(await pass(tx, 'recent', 1, campaign.id)).toEqual(finding)
    expect(await pass(tx, 'recent', 3, campaign.id)).toEqual([])
    expect(await pass(tx, 'full', 3, campaign.id)).toEqual(finding)
  })
})

test('the proof of decks builds a deck once per pass, and again if it was prepared again during the pass', async () => {
  const campaign = await club.newCampaign({ cards: 2400 })
  dataOf(await club.prepare(campaign.id))
  const opened: string[] = []
  const vault = Object.create(club.vault, {
    open: {
      value: (label: string, sealed: Buffer) => {
        opened.push(label)
        return club.vault.open(label, sealed)
      },
    },
  }) as typeof club.vault
  const { step } = createDeckProof({ db: club.database.db, vault })
  const seeds = () => opened.filter((label) => label === `scratch-card.seed/${campaign.id}`).length
  const run = async (position: string | null) => {
    const { findings, next } = await step({ kind: 'full', position, mark: null, now: club.clock.now() })
    expect(named(findings, campaign.id)).toEqual([])
    return next.kind === 'more' ? next.position : null
  }
  const stepsOf = async (between: (position: string) => Promise<void>) => {
    let steps = 0
    for (let position = await run(null); position !== null; position = await run(position)) {
      if (!position.startsWith(campaign.id)) continue
      steps += 1
      if (position.includes(' ')) await between(position)
    }
    return steps
  }
  expect(await stepsOf(async () => {})).toBe(3)
  expect(seeds()).toBe(1)
  await stepsOf(async (position) => {
    if (position.endsWith(' 1001')) dataOf(await club.prepare(campaign.id))
  })
  expect(seeds()).toBe(3)
})
