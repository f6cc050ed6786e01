import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { drawScratchCardCall } from '@clube/contract/scratch-card/calls.ts'
import { sql } from 'kysely'
import { openDatabase, type Db } from '../../server/src/db/database.ts'
import { prepareJobs } from '../../server/src/db/jobs-schema.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import {
  createEvent,
  createParticipants,
  type Participant,
} from '../../server/src/modules/event-tickets/event-fixtures.testing.ts'
import { startServerProcess, type ServerProcess } from '../../server/src/testing/server-process.ts'
import { cpuOf, cpuOfProcessTree, postmasterOf } from '../cpu.ts'
import { describeRatios, measurePaired, reportRatios } from '../measure.ts'
import { withParticipations } from '../rush/participations.ts'
import { postAs, sendEach } from '../rush/send-reservations.ts'
import { addCards, addCodes, createCampaign, createDeck, rootKey } from './scratch-deck.ts'

const people = Number(process.env['PEOPLE'] ?? 10_000)
const connections = Number(process.env['CONNECTIONS'] ?? 2_000)

/** Draws through two processes. A card drawn twice or skipped, or a draw without its code, fails the run. */
export async function measureDraws(url: string, pairs: number, folder: string): Promise<void> {
  await migrate(url)
  await prepareJobs(url)
  const { db, close } = openDatabase(url, { poolSize: 2, statementTimeoutMs: 0 })
  const event = await createEvent(db, { capacity: 1, now: new Date() })
  const customers = await createParticipants(db, { ...event, people, now: new Date() })
  await sql`create unlogged table naive_card (deck_id uuid, position int, code_index bytea, customer_id uuid,
    primary key (deck_id, position))`.execute(db)
  await sql`alter table naive_card set logged`.execute(db)
  await sql`analyze`.execute(db)

  const env = { DATABASE_URL: url, LOG_LEVEL: 'silent', NODE_ENV: 'production', SEED: 'no' }
  const startPair = (file?: string) =>
    Promise.all(
      [0, 1].map(() =>
        startServerProcess({
          env: {
            ...env,
            CLUB_SECRET: rootKey.toString('base64'),
            CLUB_CONFIG: join(import.meta.dirname, '../rush/club.ts'),
          },
          ...(file === undefined ? {} : { file: join(import.meta.dirname, file) }),
        }),
      ),
    )
  const [ours, withoutDatabase, inMemory, oneStatement] = await Promise.all([
    startPair(),
    startPair('without-database.ts'),
    startPair('in-memory.ts'),
    startPair('one-statement.ts'),
  ])
  const cpu = new Map<Side, Cpu[]>()
  const run = (servers: readonly ServerProcess[], side: Side) => async () => {
    const measured = await drawAll(db, customers, {
      urls: servers.map(({ url: each }) => each),
      side,
      cpuNow: () => ({
        servers: servers.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
        postgres: cpuOfProcessTree(postmasterOf(folder)),
        client: cpuOf(process.pid),
      }),
    })
    cpu.set(side, [...(cpu.get(side) ?? []), measured.cpu])
    return measured.rate
  }
  try {
    for (const [name, baseline, goal] of [
      ['draws / no database', run(withoutDatabase, 'no database'), { atLeast: 0.75 }],
      ['draws / the same work in memory', run(inMemory, 'in memory'), null],
      ['draws / one statement per request', run(oneStatement, 'one statement'), null],
    ] as const) {
      const ratios = await measurePaired({ ours: run(ours, 'ours'), baseline, pairs })
      if (goal === null) console.log(describeRatios(name, 'draws/s', ratios))
      else reportRatios({ row: 11, what: name, unit: 'draws/s', goal }, ratios)
    }
    for (const [side, runs] of cpu) console.log(describeCpu(side, runs))
    console.log(`${people} cards by ${people} people in every run: none drawn twice, none skipped`)
  } finally {
    await Promise.all(
      [...ours, ...withoutDatabase, ...inMemory, ...oneStatement].map((server) => server.kill()),
    )
    await close()
  }
}

type Side = 'ours' | 'no database' | 'in memory' | 'one statement'

/** CPU time of the processes of a run, in milliseconds. */
type Cpu = { readonly servers: number; readonly postgres: number; readonly client: number }

/** The lowest CPU time per draw: unlike the rate, it hardly depends on the load of the machine. */
const describeCpu = (side: Side, runs: readonly Cpu[]): string => {
  const lowest = (part: keyof Cpu) => Math.round((Math.min(...runs.map((run) => run[part])) * 1_000) / people)
  return `${side}: CPU per draw ${lowest('servers')} µs in the servers, ${lowest('postgres')} µs in PostgreSQL, ${lowest('client')} µs in the client`
}

/** Everyone draws one card of a new deck. @returns draws per second, and the CPU time that they took */
async function drawAll(
  db: Db,
  customers: readonly Participant[],
  { urls, side, cpuNow }: { urls: readonly string[]; side: Side; cpuNow: () => Cpu },
): Promise<{ rate: number; cpu: Cpu }> {
  const campaign = await createCampaign(db)
  const deck_id = await createDeck(db, campaign.id, people)
  if (side === 'ours')
    await addCards(db, { campaign_id: campaign.id, deck_id, first: 1, count: people, winning: 20 })
  const codes = await addCodes(db, { deck_id, count: people })
  if (side === 'one statement')
    await sql`insert into naive_card (deck_id, position)
      select ${deck_id}, n from generate_series(1, ${people}::int) as n`.execute(db)
  const participants = await withParticipations(db, customers, campaign.id, 'scratch_card')
  const { cd_identificador } = campaign
  let before = cpuNow()
  const rate = await sendEach({
    onConnected: () => (before = cpuNow()),
    urls,
    connections,
    count: people,
    requestOf: (index, target) => {
      const { token = '', transaction_id } = participants[index] ?? {}
      const body = { alphanumero: codes[index], cd_identificador, transacao_id: transaction_id }
      // The one-statement baseline finds its deck by the token.
      return postAs(
        target,
        side === 'one statement' ? `${deck_id}.${transaction_id}` : token,
        drawScratchCardCall.path,
        body,
      )
    },
    onResponse: ({ status, bytes }) => {
      if (status !== 200) throw new Error(bytes.toString())
    },
  })
  const after = cpuNow()
  if (side === 'ours') {
    await requireAllDrawn(db, deck_id)
    await waitForMessages(db, deck_id)
  }
  const cpu = {
    servers: after.servers - before.servers,
    postgres: after.postgres - before.postgres,
    client: after.client - before.client,
  }
  return { rate, cpu }
}

/** Waits until every prize's message is processed, so that this work does not slow down the next run. */
async function waitForMessages(db: Db, deck_id: string): Promise<void> {
  const isPending = async (): Promise<boolean> => {
    const { rows } = await sql<{ is_pending: boolean }>`
      select exists (select from scratch_award where deck_id = ${deck_id} and notified_at is null)
        or exists (select from message where state = 'queued') as is_pending`.execute(db)
    return rows[0]?.is_pending === true
  }
  while (await isPending()) await wait(500)
}

/** @throws when a card was not drawn, or counters and rows differ */
async function requireAllDrawn(db: Db, deck_id: string): Promise<void> {
  const { rows } = await sql<{ drawn: number; draws: number; last: number; used: number; awards: number }>`
    select drawn, (select count(*)::int from scratch_draw where deck_id = k.id) as draws,
      (select max(position) from scratch_draw where deck_id = k.id) as last,
      (select count(*)::int from scratch_code where deck_id = k.id and state = 'used') as used,
      (select count(*)::int from scratch_award where deck_id = k.id) as awards
    from scratch_deck k where id = ${deck_id}`.execute(db)
  const expected = {
    drawn: people,
    draws: people,
    last: people,
    used: people,
    awards: Math.floor(people / 20),
  }
  if (JSON.stringify(rows[0]) !== JSON.stringify(expected))
    throw new Error(`${people} draws, but ${JSON.stringify(rows[0])}`)
}
