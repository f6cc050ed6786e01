/*
 * `npm run bench -- whole-rush`: 10,000 signed-in people each read the promotion and its sessions, start a participation and
 * reserve one of 1,000 places; who gets one confirms it. Two processes, over HTTP, against the same requests answered without
 * a database. Oversold or unsold places, and any answer of 500 or above, fail the run.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { confirmReservationCall, listSessionsCall, reserveCall } from '@clube/contract/event-tickets/calls.ts'
import { openDatabase, type Db } from '../server/src/db/database.ts'
import { prepareJobs } from '../server/src/db/jobs-schema.ts'
import { migrate } from '../server/src/db/migrate.ts'
import {
  createEvent,
  createParticipants,
  type Participant,
} from '../server/src/modules/event-tickets/event-fixtures.testing.ts'
import { startServerProcess } from '../server/src/testing/server-process.ts'
import { Connection, type RawResponse } from './connection.ts'
import { percentile, ratiosOf, reportRatios, reportValues, runPaired } from './measure.ts'
import { withPostgres } from './postgres.ts'
import { postAs } from './rush/send-reservations.ts'
import type { Answers } from './whole-rush/without-database.ts'

const people = Number(process.env['PEOPLE'] ?? 10_000)
const places = people / 10
const connections = Number(process.env['CONNECTIONS'] ?? 1_000)
const pairs = Number(process.env['PAIRS'] ?? 8)

const confirmation = (reservation_id: string) => ({
  reservation_id,
  participants: [{ name: 'Ana Lúcia Pereira' }],
  accepted_terms: 'yes',
})

/** Sends a person's requests one after the other. @throws on an answer other than success or "sold out" */
const createSender =
  (input: { target: URL; connection: Connection; token: string; durations: Map<Step, number[]> }) =>
  async (step: Step, method: 'GET' | 'POST', path: string, body?: unknown): Promise<RawResponse> => {
    const { target, connection, token, durations } = input
    const request =
      method === 'POST'
        ? postAs(target, token, path, body)
        : Buffer.from(
            `GET ${path} HTTP/1.1\r\nhost: ${target.host}\r\ncookie: sid=${token}\r\naccept: application/json\r\n` +
              'x-requested-with: XMLHttpRequest\r\nsec-fetch-site: same-origin\r\n\r\n',
          )
    const sent = performance.now()
    const response = await connection.send(request)
    const taken = durations.get(step)
    if (taken) taken.push(performance.now() - sent)
    else durations.set(step, [performance.now() - sent])
    if (response.status !== 200 && !response.bytes.includes('event-tickets.sold-out'))
      throw new Error(`${step}: ${response.bytes.toString()}`)
    return response
  }

const idIn = ({ bytes }: RawResponse, field: string): string => {
  const at = bytes.indexOf(`"${field}":"`)
  if (at < 0) throw new Error(`No ${field}: ${bytes.toString()}`)
  return bytes.toString('latin1', at + field.length + 4, at + field.length + 40)
}

await withPostgres('whole-rush', run, { synchronous_commit: 'on', fsync: 'on' })

async function run(url: string, folder: string): Promise<void> {
  await migrate(url)
  await prepareJobs(url)
  const { db, close } = openDatabase(url, { poolSize: 2, statementTimeoutMs: 0 })
  const first = await createEvent(db, { capacity: 1, now: new Date() })
  const customers = await createParticipants(db, { ...first, people, now: new Date() })
  await sql`analyze`.execute(db)
  const answersFile = join(folder, 'answers.json')
  const env = {
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
    NODE_ENV: 'production',
    SEED: 'no',
    CLUB_SECRET: Buffer.alloc(32, 'k').toString('base64'),
    CLUB_CONFIG: join(import.meta.dirname, 'rush/club.ts'),
    ANSWERS: answersFile,
    PLACES: String(places / 2),
  }
  const startPair = (file?: string) =>
    Promise.all(
      [0, 1].map(() =>
        startServerProcess({
          env,
          ...(file === undefined ? {} : { file: join(import.meta.dirname, file) }),
        }),
      ),
    )
  const servers = await startPair()
  try {
    const [one] = customers
    if (!one) throw new RangeError('At least ten people are required')
    await writeFile(answersFile, JSON.stringify(await readAnswers(db, servers[0]?.url ?? '', one)))
    const withoutDatabase = await startPair('whole-rush/without-database.ts')
    servers.push(...withoutDatabase)
    const [ours, baseline] = [servers.slice(0, 2), withoutDatabase].map((two) =>
      two.map(({ url: each }) => each),
    )
    const results = await runPaired({
      ours: () => rushOnce(db, customers, { urls: ours ?? [], isStored: true }),
      baseline: () => rushOnce(db, customers, { urls: baseline ?? [], isStored: false }),
      pairs,
    })
    reportRatios(
      { row: 8, what: 'whole rush / no database', unit: 'req/s', goal: { atLeast: 0.5 } },
      ratiosOf(results.map((pair) => ({ ours: pair.ours.rate, baseline: pair.baseline.rate }))),
    )
    const values = (of: (rush: Rush) => number) => results.map((pair) => of(pair.ours))
    reportValues(
      { row: 8, what: 'whole rush, p99 of all requests', unit: 'ms', goal: { atMost: 2_000 } },
      values(({ durations }) => percentile([...durations.values()].flat(), 0.99)),
    )
    reportValues(
      {
        row: 8,
        what: 'whole rush, earlier request refused, later one granted',
        unit: 'ms',
        goal: { atMost: 100 },
      },
      values(({ inversionMs }) => inversionMs),
    )
    for (const side of ['ours', 'baseline'] as const) {
      const steps = [...(results[0]?.[side].durations.keys() ?? [])].map((step) => {
        const all = results.flatMap((pair) => pair[side].durations.get(step) ?? [])
        return `${step} ${percentile(all, 0.5).toFixed(0)}, ${percentile(all, 0.99).toFixed(0)}`
      })
      console.log(`${side === 'ours' ? 'ours' : 'no database'}: ms p50, p99: ${steps.join(' · ')}`)
    }
    console.log(
      `${places} places confirmed in every rush, none oversold or unsold, no answer of 500 or above`,
    )
  } finally {
    await Promise.all(servers.map((server) => server.kill()))
    await close()
  }
}

type Step = 'promotion' | 'sessions' | 'start' | 'reserve' | 'confirm'

type Rush = {
  /** Requests per second. */
  readonly rate: number
  /** Milliseconds of each request. */
  readonly durations: ReadonlyMap<Step, number[]>
  /** How much later the last person with a place asked for it than the first without one. */
  readonly inversionMs: number
}

/** Everyone takes part in a new event. @throws when places are left over or granted twice, or an answer is unexpected */
async function rushOnce(
  db: Db,
  customers: readonly Participant[],
  { urls, isStored }: { urls: readonly string[]; isStored: boolean },
): Promise<Rush> {
  const event = await createEvent(db, { capacity: places, now: new Date() })
  const { rows } = await sql<{
    slug: string
  }>`select slug from campaign where id = ${event.campaign_id}`.execute(db)
  const slug = rows[0]?.slug ?? ''
  const targets = urls.map((url) => new URL(url))
  const durations = new Map<Step, number[]>()
  const winners: number[] = []
  const losers: number[] = []
  let next = 0
  const all = await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const target = targets[index % targets.length] as URL
      return { target, connection: await Connection.open(target) }
    }),
  )
  const start = performance.now()
  await Promise.all(
    all.map(async ({ target, connection }) => {
      for (let person = customers[next++]; person; person = customers[next++]) {
        const send = createSender({ target, connection, token: person.token, durations })
        await send('promotion', 'GET', readCampaignCall.path.replace(':slug', slug))
        await send('sessions', 'GET', `${listSessionsCall.path}?campaign_id=${event.campaign_id}`)
        const started = await send('start', 'POST', startTransactionCall.path, {
          campaign_id: event.campaign_id,
          kind: 'event_tickets',
          service_channel: 'site',
        })
        const askedAt = performance.now()
        const reserved = await send('reserve', 'POST', reserveCall.path, {
          transaction_id: idIn(started, 'transaction_id'),
          session_id: event.session_id,
          quantity: 1,
          service_channel: 'site',
        })
        if (reserved.status !== 200) {
          losers.push(askedAt)
          continue
        }
        winners.push(askedAt)
        await send(
          'confirm',
          'POST',
          confirmReservationCall.path,
          confirmation(idIn(reserved, 'reservation_id')),
        )
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  for (const { connection } of all) connection.close()
  if (winners.length !== places || losers.length !== customers.length - places)
    throw new Error(`Responses: ${winners.length} places, ${losers.length} refusals`)
  if (isStored) await requireAllSold(db, event.session_id)
  const count = [...durations.values()].reduce((sum, each) => sum + each.length, 0)
  const inversionMs = Math.max(0, Math.max(...winners) - Math.min(...losers))
  return { rate: count / seconds, durations, inversionMs }
}

/** Waits for the messages of the confirmations, which would slow down the next rush. @throws unless every place is sold once */
async function requireAllSold(db: Db, session_id: string): Promise<void> {
  const { rows } = await sql<{ sold: number; held: number; rows: number }>`
    select sold, held, (select count(*)::int from event_reservation
      where session_id = s.id and state = 'confirmed') as rows
    from event_session s where id = ${session_id}`.execute(db)
  const [counted] = rows
  if (counted?.sold !== places || counted.held !== 0 || counted.rows !== places)
    throw new Error(`${places} places, but ${JSON.stringify(counted)}`)
  const isPending = async (): Promise<boolean> => {
    const queued = await sql<{ is_pending: boolean }>`
      select exists (select from message where state = 'queued') as is_pending`.execute(db)
    return queued.rows[0]?.is_pending === true
  }
  while (await isPending()) await wait(500)
}

/** What the product answers to one person, for the side without a database. */
async function readAnswers(db: Db, url: string, { token }: Participant): Promise<Answers> {
  const event = await createEvent(db, { capacity: places, now: new Date() })
  const { rows } = await sql<{
    slug: string
  }>`select slug from campaign where id = ${event.campaign_id}`.execute(db)
  const target = new URL(url)
  const connection = await Connection.open(target)
  const send = createSender({ target, connection, token, durations: new Map() })
  const dataOf = ({ bytes }: RawResponse): never =>
    (JSON.parse(bytes.toString().split('\r\n\r\n')[1] ?? '') as { data: never }).data
  const campaign = await send('promotion', 'GET', readCampaignCall.path.replace(':slug', rows[0]?.slug ?? ''))
  const sessions = await send('sessions', 'GET', `${listSessionsCall.path}?campaign_id=${event.campaign_id}`)
  const started = await send('start', 'POST', startTransactionCall.path, {
    campaign_id: event.campaign_id,
    kind: 'event_tickets',
    service_channel: 'site',
  })
  const reserved = await send('reserve', 'POST', reserveCall.path, {
    transaction_id: idIn(started, 'transaction_id'),
    session_id: event.session_id,
    quantity: 1,
    service_channel: 'site',
  })
  const confirmed = await send(
    'confirm',
    'POST',
    confirmReservationCall.path,
    confirmation(idIn(reserved, 'reservation_id')),
  )
  connection.close()
  return { campaign: dataOf(campaign), sessions: dataOf(sessions), reservation: dataOf(confirmed) }
}
