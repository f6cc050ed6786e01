/* `npm run bench -- growth`: the same calls in a club of 1,000,000 customers. Baseline: a club of 10,000. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../server/src/db/database.ts'
import type { Db } from '../server/src/db/database.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { findByDocument } from '../server/src/modules/identity/customer-store.ts'
import { documentLabel } from '../server/src/modules/identity/customer.ts'
import { runAsOne } from '../server/src/db/one-statement.ts'
import { hashPassword } from '../server/src/modules/identity/index.ts'
import { readPoints, readStatement } from '../server/src/modules/points/read-points.ts'
import { createSessionFinder, newDeviceFamily, openSession } from '../server/src/modules/sessions/index.ts'
import { createVault } from '../server/src/modules/vault/index.ts'
import { startServerProcess } from '../server/src/testing/server-process.ts'
import { addCredits, fillSessionsAndPoints, fillWithCustomers } from './growth/fill.ts'
import { Connection } from './connection.ts'
import { measurePaired, percentile, reportRatios } from './measure.ts'
import { addPeople } from './sign-in/people.ts'
import {
  openFlow,
  checkAccountRequest,
  readSessionRequest,
  requireCompleteAccount,
} from './sign-in/client.ts'

const rootKey = Buffer.alloc(32, 'k')
const vault = createVault(rootKey)
const pairs = Number(process.env['PAIRS'] ?? 8)
const queriesPerRun = Number(process.env['QUERIES'] ?? 400)
const smallCount = 10_000
const largeCount = Number(process.env['CUSTOMERS'] ?? 1_000_000)
/** Customers that are queried; the others only fill the tables. */
const queriedCustomers = 1_000
/** Point credits per queried customer: more than the first page of the statement shows. */
const credits = 40
/** Point credits per other customer: with two ledger entries each, ten million in a club of one million. */
const creditsOfOthers = 5

const folder = await mkdtemp(join(tmpdir(), 'clube-bench-growth-'))
const postgres = await startEmbeddedPostgres({
  folder,
  // PostgreSQL settings for a club of this size.
  settings: { shared_buffers: '2GB', max_wal_size: '3GB', jit: 'off', max_connections: 60 },
})
try {
  await run(postgres.url)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

type Club = {
  db: Db
  close: () => Promise<void>
  url: string
  documents: string[]
  customer_ids: string[]
  tokens: string[]
}

async function run(url: string): Promise<void> {
  const small = await createClub(url, 'small', smallCount)
  const large = await createClub(url, 'large', largeCount)
  const compare = async (name: string, goal: number, query: (club: Club, i: number) => Promise<unknown>) => {
    const p50 = (club: Club) => async () => {
      const times: number[] = []
      for (let run = 0; run < queriesPerRun; run += 1) {
        const i = Math.floor(Math.random() * queriedCustomers)
        const start = performance.now()
        await query(club, i)
        times.push(performance.now() - start)
      }
      return percentile(times, 0.5)
    }
    const ratios = await measurePaired({ ours: p50(large), baseline: p50(small), pairs })
    reportRatios({ row: 7, what: name, unit: 'ms', goal: { atMost: goal } }, ratios)
  }
  const finders = new Map(
    [small, large].map((club) => [club, createSessionFinder(club.db, () => new Date())]),
  )
  const idOf = (club: Club, i: number) => club.customer_ids[i] ?? ''
  try {
    await compare('document, its SQL query alone', 1.3, async ({ db, documents }, i) => {
      const customer = await findByDocument(db, vault.indexOf(documentLabel, documents[i] ?? ''))
      if (!customer) throw new Error('A customer was not found')
    })
    await compare('session, its SQL query alone', 1.3, async (club, i) => {
      if (!(await finders.get(club)?.(club.tokens[i] ?? ''))) throw new Error('A session was not found')
    })
    await compare('balance, its SQL queries alone', 1.3, async (club, i) => {
      const { balance } = await readPoints(club.db, idOf(club, i), new Date())
      if (balance !== 100 * credits) throw new Error(`Unexpected balance: ${balance}`)
    })
    await compare('account statement, its SQL query alone', 1.6, async (club, i) => {
      const { page } = await readStatement(club.db, { customer_id: idOf(club, i), cursor: null })
      if (page[0]?.balance_after === undefined || page.length !== 30)
        throw new Error('The statement page is incomplete')
    })
    await compareServed(small, large, compare)
  } finally {
    await Promise.all([small.close(), large.close()])
  }
}

/** The same over HTTP, with captcha, counters and flow. */
async function compareServed(
  small: Club,
  large: Club,
  compare: (name: string, goal: number, query: (club: Club, i: number) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const serve = async (club: Club) => {
    const server = await startServerProcess({
      env: {
        DATABASE_URL: club.url,
        CLUB_SECRET: rootKey.toString('base64'),
        CLUB_CONFIG: join(import.meta.dirname, '../server/src/testing/production-club.ts'),
        TRUST_PROXY: '127.0.0.1',
        NODE_ENV: 'production',
        LOG_LEVEL: 'silent',
      },
    })
    return {
      server,
      connection: await Connection.open(new URL(server.url)),
      uses: 0,
      check: Buffer.alloc(0) as Buffer,
    }
  }
  const servers = new Map([
    [small, await serve(small)],
    [large, await serve(large)],
  ])
  const serverOf = (club: Club) => {
    const served = servers.get(club)
    if (!served) throw new Error('The club has no server')
    return served
  }
  try {
    await compare('session info as served', 1.3, async (club, i) => {
      const { status, bytes } = await serverOf(club).connection.send(readSessionRequest(club.tokens[i] ?? ''))
      if (status !== 200) throw new Error(`session info: ${status} ${bytes.toString()}`)
    })
    // Each proof covers eight checks; solving a new one every eighth time does not affect the median.
    await compare('check-account as served', 1.3, async (club, i) => {
      const served = serverOf(club)
      if (served.uses % 8 === 0)
        served.check = checkAccountRequest(await openFlow(served.connection), club.documents[i] ?? '')
      served.uses += 1
      requireCompleteAccount(await served.connection.send(served.check))
    })
  } finally {
    for (const { connection } of servers.values()) connection.close()
    await Promise.all([...servers.values()].map(({ server }) => server.kill()))
  }
}

async function createClub(serverUrl: string, name: string, count: number): Promise<Club> {
  const started = performance.now()
  const url = await createDatabase(serverUrl, name)
  await migrate(url)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  // Filler rows are generated in bulk; those of the queried customers by the product's own code.
  await pool.query('set session_replication_role = replica')
  await pool.query('set synchronous_commit = off')
  await pool.query("set maintenance_work_mem = '512MB'")
  const half = Math.floor((count - queriedCustomers) / 2)
  await fillWithCustomers(pool, { from: 0, to: half })
  const password_hash = await hashPassword('Girassol-27')
  const documents = await addPeople(pool, { vault, count: queriedCustomers, password_hash })
  await fillWithCustomers(pool, { from: half, to: count - queriedCustomers })
  const { db, close } = openDatabase(url, { poolSize: 4, statementTimeoutMs: 0 })
  const customer_ids: string[] = []
  const tokens: string[] = []
  for (const document of documents) {
    const customer = await findByDocument(db, vault.indexOf(documentLabel, document))
    const customer_id = customer?.id ?? ''
    customer_ids.push(customer_id)
    const access = { customer_id, access_version: customer?.access_version ?? 0, now: new Date() }
    const { family_id, insertions } = newDeviceFamily(access)
    await runAsOne(db, insertions)
    tokens.push((await openSession(db, { ...access, level: 'customer', family_id })).token)
  }
  await addCredits(pool, { customer_ids, count: credits })
  await fillSessionsAndPoints(pool, creditsOfOthers)
  await pool.query('vacuum (analyze)')
  await pool.query('checkpoint')
  const { rows } = await pool.query<{ customers: string; entries: string }>(
    'select (select count(*) from customer) as customers, (select count(*) from points_entry) as entries',
  )
  await pool.end()
  const seconds = ((performance.now() - started) / 1_000).toFixed(0)
  console.log(`${rows[0]?.customers} customers, ${rows[0]?.entries} ledger rows, created in ${seconds} s`)
  return { db, close, url, documents, customer_ids, tokens }
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
