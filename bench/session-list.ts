/*
 * The list of event sessions with long waiting lists, and the writes that maintain their counters, in this checkout and
 * in another one, the baseline: `npm run bench -- session-list FOLDER`. ROW=<text> runs only the rows whose name contains the text.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { listSessionsCall } from '@clube/contract/event-tickets/calls.ts'
import { joinWaitingListCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { openDatabase, type Db } from '../server/src/db/database.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import {
  createEvent,
  createParticipants,
  type Participant,
} from '../server/src/modules/event-tickets/event-fixtures.testing.ts'
import { startServerProcess } from '../server/src/testing/server-process.ts'
import { requestsPerSecond } from './load.ts'
import { describeRatios, measurePaired } from './measure.ts'
import { withParticipations } from './rush/participations.ts'
import { postAs, sendEach, sendReservations } from './rush/send-reservations.ts'

const pairs = Number(process.env['PAIRS'] ?? 8)
const seconds = Number(process.env['SECONDS'] ?? 2)
const load = { sessions: 3, waiting: 10_000, connections: 20 }
const people = 10_000

type Club = {
  readonly url: string
  readonly db: Db
  readonly customers: readonly Participant[]
  /** The campaign whose list is read. */
  readonly campaign_id: string
  readonly stop: () => Promise<void>
}
type Event = { campaign_id: string; session_id: string }

const other = process.argv[2]
if (other === undefined)
  throw new Error('npm run bench -- session-list FOLDER: the folder of another checkout')
const folder = await mkdtemp(join(tmpdir(), 'clube-bench-session-list-'))
const postgres = await startEmbeddedPostgres({ folder, settings: { shared_buffers: '512MB' } })
try {
  const ours = await open('ours', join(import.meta.dirname, '..'))
  const baseline = await open('baseline', resolve(other))
  const compare = async (name: string, unit: string, measure: (club: Club) => Promise<number>) => {
    if (!name.includes(process.env['ROW'] ?? '')) return
    const sides = { ours: () => measure(ours), baseline: () => measure(baseline) }
    console.log(describeRatios(name, unit, await measurePaired({ ...sides, pairs })))
  }
  try {
    await compare('lists, visitors', 'lists/s', (club) => list(club, () => ''))
    const viewers = (from: number) => (club: Club) =>
      list(club, (connection) => club.customers[from + 400 * connection]?.token ?? '')
    await compare('lists, customers on none of the waiting lists', 'lists/s', viewers(people))
    await compare('lists, customers on all of the waiting lists', 'lists/s', viewers(0))
    await compare('rush, 10,000 people for 1,000 places', 'req/s', (club) =>
      rush(club, { count: people, places: 1_000, waiting: 0 }),
    )
    await compare('rush, 3,000 people for 3,000 places', 'req/s', (club) =>
      rush(club, { count: 3_000, places: 3_000, waiting: 0 }),
    )
    await compare('rush, 1,000 people for 1,000 places, of which 300 are offered', 'req/s', (club) =>
      rush(club, { count: 1_000, places: 1_000, waiting: 300 }),
    )
    await compare('joining a waiting list', 'req/s', (club) => joinAll(club, { waiting: 0 }))
    await compare('joining a list of 10,000 whose entries need more places than are free', 'req/s', (club) =>
      joinAll(club, { waiting: 10_000 }),
    )
  } finally {
    await Promise.all([ours.stop(), baseline.stop()])
  }
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Creates and fills a database for a checkout and starts the checkout's server on it. */
async function open(name: string, root: string): Promise<Club> {
  type MigrateModule = typeof import('../server/src/db/migrate.ts')
  type JobsSchemaModule = typeof import('../server/src/db/jobs-schema.ts')
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const databaseUrl = new URL(postgres.url)
  databaseUrl.pathname = `/${name}`
  const { migrate } = (await import(join(root, 'server/src/db/migrate.ts'))) as MigrateModule
  const { prepareJobs } = (await import(join(root, 'server/src/db/jobs-schema.ts'))) as JobsSchemaModule
  await migrate(databaseUrl.href)
  await prepareJobs(databaseUrl.href)
  const { db, close } = openDatabase(databaseUrl.href, { poolSize: 2, statementTimeoutMs: 0 })
  const now = new Date()
  const event = await createEvent(db, { capacity: 1_000, now })
  const { campaign_id } = event
  const customers = await createParticipants(db, { campaign_id, people: people + load.waiting, now })
  const sessions = [event]
  while (sessions.length < load.sessions) sessions.push(await addSession(db, event))
  for (const session of sessions) {
    await sql`update event_session set sold = capacity where id = ${session.session_id}`.execute(db)
    await addWaitingEntries(db, session, customers.slice(0, load.waiting), 2)
  }
  await sql`vacuum (analyze)`.execute(db)
  const server = await startServerProcess({
    env: {
      DATABASE_URL: databaseUrl.href,
      CLUB_SECRET: Buffer.alloc(32, 'k').toString('base64'),
      CLUB_CONFIG: join(import.meta.dirname, '../server/src/testing/production-club.ts'),
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      SEED: 'no',
    },
    file: join(root, 'server/src/main/start.ts'),
  })
  const stop = async () => {
    await server.kill()
    await close()
  }
  return { url: server.url, db, customers, campaign_id, stop }
}

/** Another session like the event's. */
async function addSession(db: Db, { session_id: first, campaign_id }: Event): Promise<Event> {
  const { rows } = await sql<Event>`
    insert into event_session (campaign_id, title, place, starts_at, sales_from, sales_until, cancel_until, capacity,
      limit_per_document, is_closed, created_at, updated_at)
    select campaign_id, title, place, starts_at, sales_from, sales_until, cancel_until, capacity, limit_per_document,
      is_closed, created_at, updated_at
    from event_session where id = ${first} returning campaign_id, id as session_id`.execute(db)
  const [session] = rows
  if (session?.campaign_id !== campaign_id) throw new Error('The session was not created')
  return session
}

async function addWaitingEntries(
  db: Db,
  { session_id }: Event,
  waiting: readonly Participant[],
  quantity: number,
) {
  await sql`
    insert into event_waiting (session_id, customer_id, quantity, state, service_channel, joined_at)
    select ${session_id}, id, ${quantity}, 'waiting', 'site', clock_timestamp()
    from unnest(${waiting.map(({ customer_id }) => customer_id)}::uuid[]) as p (id)`.execute(db)
}

function list({ url, campaign_id }: Club, tokenOf: (connection: number) => string): Promise<number> {
  return requestsPerSecond({
    url: `${url}${listSessionsCall.path}?campaign_id=${campaign_id}`,
    headersOf: (connection) => ({
      cookie: `sid=${tokenOf(connection)}`,
      'x-requested-with': 'XMLHttpRequest',
      accept: 'application/json',
    }),
    connections: load.connections,
    seconds,
  })
}

/** A rush for a new event; places first go to its waiting list. @throws when places were oversold or left unsold */
async function rush(
  { url, db, customers }: Club,
  { count, places, waiting }: { count: number; places: number; waiting: number },
): Promise<number> {
  const event = await createEvent(db, { capacity: places, now: new Date() })
  await addWaitingEntries(db, event, customers.slice(count, count + waiting), 1)
  const participants = await withParticipations(db, customers.slice(0, count), event.campaign_id)
  const outcome = await sendReservations({
    urls: [url],
    participants,
    session_id: event.session_id,
    connections: Math.min(count, 2_000),
  })
  const { rows } = await sql<{ held: number; reserved: number; offered: number }>`
    select held, (select count(*) from event_reservation where session_id = s.id) as reserved,
      (select count(*) from event_waiting where session_id = s.id and state = 'offered') as offered
    from event_session s where id = ${event.session_id}`.execute(db)
  const expected = { held: places, reserved: places - waiting, offered: waiting }
  if (JSON.stringify(rows[0]) !== JSON.stringify(expected) || outcome.granted !== expected.reserved)
    throw new Error(`Expected ${JSON.stringify(expected)}: ${JSON.stringify([rows[0], outcome])}`)
  return outcome.requests_per_second
}

/** Customers join the waiting list of a new event with one free place; each needs two. */
async function joinAll({ url, db, customers }: Club, { waiting }: { waiting: number }): Promise<number> {
  const { session_id, ...event } = await createEvent(db, { capacity: 1, now: new Date() })
  await addWaitingEntries(db, { ...event, session_id }, customers.slice(0, waiting), 2)
  const joining = customers.slice(people, people + 300)
  const rate = await sendEach({
    urls: [url],
    count: joining.length,
    connections: load.connections,
    requestOf: (index, server) => {
      const body = { session_id, quantity: 2, service_channel: 'site' }
      return postAs(server, joining[index]?.token ?? '', joinWaitingListCall.path, body)
    },
    onResponse: ({ status, bytes }) => {
      if (status !== 200) throw new Error(bytes.toString())
    },
  })
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from event_waiting where session_id = ${session_id} and state = 'waiting'`.execute(
    db,
  )
  if (rows[0]?.count !== waiting + joining.length) throw new Error('Entries are missing')
  return rate
}
