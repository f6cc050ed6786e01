import { randomUUID } from 'node:crypto'
import { readResultsCall } from '@clube/contract/campaigns/results-calls.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { buildDeck, type Deck } from '@clube/contract/scratch-card/deck.ts'
import type { ScratchCardSettings } from '@clube/contract/scratch-card/settings.ts'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contractCalls, contractFiles } from '../../testing/contract-calls.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { daysOf, planOf } from './deck.ts'
import { nodeHash } from './node-hash.ts'
import { prepareDeck } from './prepare-deck.ts'
import { dataOf, useScratchClub, winningSettings } from './scratch-club.testing.ts'

/**
 * Two clubs run the same script with decks whose drawn cards are the same and whose next card differs. A difference
 * between the clubs' responses, logs or plaintext columns would reveal something about an undrawn card.
 */
const clubs = [useScratchClub(), useScratchClub()] as const
type Club = (typeof clubs)[number]

const drawn = 3
const prize = { ...winningSettings.prizes[0]!, quantity: 40 }
const settings: ScratchCardSettings = {
  ...winningSettings,
  earned_by: ['paper', 'desk'],
  prizes: [prize, { ...winningSettings.prizes[1]!, quantity: 80 }],
}

/** Seeds whose decks have the same first cards, at least one of which wins; the next card wins only in the first deck. */
const findSeeds = (plan: Parameters<typeof buildDeck>[2]): [Buffer, Buffer] => {
  const byStart = new Map<string, { seed: Buffer; deck: Deck }>()
  for (let number = 0; ; number += 1) {
    const seed = Buffer.alloc(32)
    seed.writeUInt32BE(number)
    const deck = buildDeck(nodeHash, seed, plan)
    const start = deck.subarray(0, drawn)
    if (start.every((each) => each === 0)) continue
    const key = start.join()
    const next = deck[drawn] ?? 0
    const other = byStart.get(key)
    if (!other) byStart.set(key, { seed, deck })
    else if ((other.deck[drawn] === 0) !== (next === 0))
      return next === 0 ? [other.seed, seed] : [seed, other.seed]
  }
}

/** Columns that hold ciphertexts, digests and keyed fingerprints: only their lengths are compared. */
const opaqueColumns: ReadonlySet<string> = new Set([
  'scratch_card.prize_sealed',
  'scratch_deck.seed_sealed',
  'scratch_deck.commitment',
  'scratch_deck.head',
  'scratch_head.head',
  'scratch_draw.head',
  'scratch_draw.code_hash',
  'scratch_code.code_index',
  'scratch_award.code_index',
  'scratch_award.code_sealed',
  'scratch_award.short_index',
  'promotion_transaction.body_hash',
])

/** Replaces what is random in every run: ids, digests, codes, protocols, short public numbers and ports. */
const normalize = (text: string, names: ReadonlyMap<string, string>): string => {
  let normalized = text
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi, 'id')
    .replace(/\b[\da-f]{64}\b/g, 'digest')
    .replace(/\b(?:[\da-f]{4} ){3}[\da-f]{4}\b/g, 'digest')
    .replace(/\b[2-9A-Z]{4}(?:-[2-9A-Z]{4}){3}\b/g, 'code')
    .replace(/"(time|ms|pid|hostname|reqId|protocol)":("[^"]*"|[\d.e-]+)/g, '"$1":0')
  for (const [found, name] of names)
    normalized = normalized.replaceAll(new RegExp(`\\b${found}\\b`, 'g'), name)
  return normalized
}

type Play = {
  readonly club: Club
  readonly campaign: { id: string; cd_identificador: number; slug: string }
  readonly winner: Awaited<ReturnType<Club['join']>>
  readonly codes: readonly string[]
  readonly names: ReadonlyMap<string, string>
}

/** Seals a deck built from one of the seeds, and lets three people draw its first cards. */
const play = async (club: Club, index: 0 | 1): Promise<Play> => {
  const campaign = await club.newCampaign(settings)
  const plan = planOf(campaign.id, settings, daysOf(campaign, defaultTimeZone).length)
  const seed = findSeeds(plan)[index]
  const random = { ...club.scratchDeps.random, bytes: () => seed }
  const { commitment } = await prepareDeck(
    Object.create(club.scratchDeps, { random: { value: random } }) as typeof club.scratchDeps,
    { campaign_id: campaign.id, staff_id: 'ana' },
  )
  dataOf(await club.seal(campaign.id, commitment))
  const codes = await club.codes(campaign.id, drawn + 1)
  const people = []
  for (const code of codes.slice(0, drawn)) {
    const person = await club.join()
    people.push(person)
    dataOf(await club.play(person, campaign, code))
  }
  const names = new Map([
    [campaign.slug, 'slug'],
    [String(campaign.cd_identificador), 'number'],
    [club.url, 'url'],
    ...codes.map((code, each) => [code, `code-${each}`] as const),
  ])
  return { club, campaign, winner: people[0]!, codes, names }
}

/** Inputs of the kind's calls, by path; the other calls get only the campaign. */
const inputsOf = ({ campaign, codes, winner }: Play): Readonly<Record<string, Record<string, unknown>>> => ({
  '/api/legacy/autoatendimentoRasgadinha': {
    alphanumero: codes[0],
    cd_identificador: campaign.cd_identificador,
    service_channel: 'web',
    transacao_id: randomUUID(),
  },
  '/api/staff/scratch-card/batches/request': {
    batch_id: '0f8b0a52-3a9b-4b43-8c43-3d9f4f1f6a01',
    campaign_id: campaign.id,
    count: 5,
    purpose: 'Livraria',
  },
  '/api/staff/scratch-card/give': {
    gift_id: '0f8b0a52-3a9b-4b43-8c43-3d9f4f1f6a02',
    campaign_id: campaign.id,
    customer_id: winner.customer_id,
    cards: 2,
    reason: 'Fila longa',
  },
})

const roles: readonly Role[] = ['marketing', 'approver', 'auditor', 'attendant', 'gift_supervisor']

/** The responses of all calls and files of the kind, for a visitor, a winner and staff of each role. */
const observeResponses = async (observed: Play): Promise<string[]> => {
  const { club, campaign, winner } = observed
  const inputs = inputsOf(observed)
  const lines: string[] = []
  const readers: readonly (readonly [string, TestBrowser])[] = [
    ['visitor', club.visitor()],
    ['winner', winner.browser],
    ...roles.map((role) => [role, club.staff('vera', role)] as const),
  ]
  const calls = (await contractCalls()).filter(({ path }) => /scratch-card|Rasgadinha/.test(path))
  expect(calls.length).toBeGreaterThan(8)
  for (const { method, path } of calls)
    for (const [reader, browser] of readers) {
      const input = inputs[path] ?? { campaign_id: campaign.id }
      const query = new URLSearchParams({ campaign_id: campaign.id }).toString()
      const response =
        method === 'GET'
          ? await browser.raw('GET', `${path}?${query}`)
          : await browser.raw(method, path, input)
      lines.push(`${reader} ${method} ${path} ${JSON.stringify(response)}`)
    }
  const files = (await contractFiles()).filter(({ path }) => path.includes('scratch-card'))
  for (const { path } of files) {
    const url = path.replace(/:\w+/, campaign.id)
    for (const [reader, browser] of readers)
      lines.push(`${reader} GET ${path} ${JSON.stringify(await browser.raw('GET', url))}`)
  }
  const { promotion } = club
  lines.push(`own data ${JSON.stringify(await promotion.readOwnData(winner.customer_id))}`)
  lines.push(`results ${JSON.stringify(await promotion.readResults(campaign.id))}`)
  const results = await club
    .staff('ana', 'marketing')
    .send(readResultsCall, { query: { campaign_id: campaign.id } })
  lines.push(`results ${JSON.stringify(results)}`)
  return lines.map((line) => normalize(line, observed.names))
}

/** Every column of every table of the kind, and the tables that all kinds share. */
const observeTables = async (observed: Play): Promise<string[]> => {
  const { db } = observed.club.database
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and (table_name like 'scratch%' or table_name in ('audit_line', 'promotion_transaction', 'campaign', 'job', 'message'))`.execute(
    db,
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(name)} t`.execute(db)
    for (const { row } of rows)
      lines.push(
        `${name} ${JSON.stringify(
          Object.fromEntries(
            Object.entries(row).map(([column, value]) => [column, plainOf(name, column, value)]),
          ),
        )}`,
      )
  }
  return lines.map((line) => normalize(line, observed.names)).toSorted()
}

/** Replaces an opaque value by its length; all other values must be the same in both clubs. */
const plainOf = (table: string, column: string, value: unknown): unknown => {
  const isHashOfLine = table === 'audit_line' && typeof value === 'string' && value.startsWith('\\x')
  return value !== null && (opaqueColumns.has(`${table}.${column}`) || isHashOfLine)
    ? `opaque ${JSON.stringify(value).length}`
    : value
}

const observeLogs = ({ club, names }: Play): string[] => club.logLines.map((line) => normalize(line, names))

test('no response, log line or plaintext column of scratch cards depends on cards that were not drawn', async () => {
  const [one, other] = [await play(clubs[0], 0), await play(clubs[1], 1)]
  for (const observe of [observeResponses, observeTables, observeLogs])
    expect(await observe(one)).toEqual(await observe(other))

  // The comparison detects a difference: the next card wins in one club only, and is now drawn.
  for (const each of [one, other]) {
    const code = each.codes[drawn]!
    dataOf(await each.club.play(await each.club.join(), each.campaign, code))
  }
  for (const observe of [observeResponses, observeTables])
    expect(await observe(one)).not.toEqual(await observe(other))
})
