/*
 * The lists that staff and shoppers see, in a club of 1,000,000 customers with ten million ledger entries:
 * `npm run bench -- desks`. Baseline: a club of 10,000.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../server/src/db/database.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { documentLabel } from '../server/src/modules/identity/customer.ts'
import { createVault, fingerprint } from '../server/src/modules/vault/index.ts'
import { createMemoryPhotoStore } from '../server/src/testing/memory-photo-store.ts'
import { startServerProcess, type ServerProcess } from '../server/src/testing/server-process.ts'
import { seedDemonstration } from '../server/seeds/demonstration/seed.ts'
import { addCredits, fillSessionsAndPoints, fillWithCustomers } from './growth/fill.ts'
import { fillDesks } from './growth/fill-desks.ts'
import { Connection } from './connection.ts'
import { deskCalls, readIds, type Ids } from './growth/desk-calls.ts'
import { durationOf, percentile, ratiosOf, reportGoal, runPaired } from './measure.ts'
import { addPeople, cpfOf } from './sign-in/people.ts'

const rootKey = Buffer.alloc(32, 'k')
const vault = createVault(rootKey)
const pairs = Number(process.env['PAIRS'] ?? 8)
const queriesPerRun = Number(process.env['QUERIES'] ?? 40)
const smallCount = Number(process.env['SMALL'] ?? 10_000)
const largeCount = Number(process.env['CUSTOMERS'] ?? 1_000_000)
/** Measures only the calls whose names match. */
const only = new RegExp(process.env['ONLY'] ?? '')
/** Customers who are looked up by document. */
const searched = 100
/** Point credits per customer: with two ledger entries each, ten million in a club of one million. */
const credits = 5
const tokens = { staff: 'A'.repeat(43), waiting: 'B'.repeat(43) }

const folder = await mkdtemp(join(tmpdir(), 'clube-bench-desks-'))
const postgres = await startEmbeddedPostgres({
  folder,
  // Settings for a club of this size.
  settings: { shared_buffers: '2GB', max_wal_size: '3GB', jit: 'off', max_connections: 60 },
})
try {
  await run(postgres.url)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

type Database = { url: string; ids: Ids }
type Club = { server: ServerProcess; connection: Connection; ids: Ids }

async function run(url: string): Promise<void> {
  const databases = [
    await createDatabase(url, 'small', smallCount),
    await createDatabase(url, 'large', largeCount),
  ] as const
  const small = await serve(databases[0])
  const large = await serve(databases[1])
  console.log('| call | p50 ratio | p50 ms, large / small | p95 ms, large / small |')
  console.log('|---|---|---|---|')
  try {
    for (const [name, requestOf] of deskCalls(tokens)) {
      if (!only.test(name)) continue
      const times = (club: Club) => async () => {
        const measured: number[] = []
        for (let query = 0; query < queriesPerRun; query += 1) {
          const request = requestOf(club.ids, Math.floor(Math.random() * searched))
          measured.push(
            await durationOf(async () => {
              const { status, bytes } = await club.connection.send(request)
              if (status !== 200) throw new Error(`${name}: ${bytes.toString()} ${club.server.output()}`)
            }),
          )
        }
        return { p50: percentile(measured, 0.5), p95: percentile(measured, 0.95) }
      }
      const measured = await runPaired({ ours: times(large), baseline: times(small), pairs })
      const ratios = (key: 'p50' | 'p95') =>
        ratiosOf(measured.map(({ ours, baseline }) => ({ ours: ours[key], baseline: baseline[key] })))
      const [p50, p95] = [ratios('p50'), ratios('p95')]
      const sides = ({ ours, baseline }: typeof p50) => `${ours.toPrecision(3)} / ${baseline.toPrecision(3)}`
      const range = `${p50.ratio.toFixed(2)} (${p50.lowest.toFixed(2)}–${p50.highest.toFixed(2)})`
      console.log(`| ${name} | ${range} | ${sides(p50)} | ${sides(p95)} |`)
      const { ratio, lowest, highest } = p50
      reportGoal({
        row: 13,
        what: `desks, ${name}`,
        goal: { atMost: 1.3 },
        measured: ratio,
        lowest,
        highest,
      })
    }
  } finally {
    for (const { connection, server } of [small, large]) {
      connection.close()
      await server.kill()
    }
  }
}

async function createDatabase(serverUrl: string, name: string, count: number): Promise<Database> {
  const started = performance.now()
  const url = await createEmptyDatabase(serverUrl, name)
  await migrate(url)
  const { db, close } = openDatabase(url, { poolSize: 2 })
  const now = new Date()
  const photos = { store: createMemoryPhotoStore(() => now), key: vault.derive('photos') }
  await seedDemonstration({ db, vault, now, recovery: { photos, answer_hours: 48 } })
  await close()
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  // Production refuses a database with the staff of the demonstration, who are known by their addresses.
  await pool.query(`update staff set email = 'bench-' || email`)
  await pool.query('set session_replication_role = replica')
  await pool.query('set synchronous_commit = off')
  await pool.query("set maintenance_work_mem = '512MB'")
  const half = Math.floor((count - searched) / 2)
  const document_sealed = vault.seal(documentLabel, cpfOf(1))
  await fillWithCustomers(pool, { from: 0, to: half, document_sealed })
  const documents = await addPeople(pool, { vault, count: searched, password_hash: 'none' })
  await fillWithCustomers(pool, { from: half, to: count - searched, document_sealed })
  const { rows } = await pool.query<{ id: string }>(
    'select customer_id as id from customer_password order by changed_at desc limit $1',
    [searched],
  )
  await addCredits(pool, { customer_ids: rows.map(({ id }) => id), count: 40 })
  await fillSessionsAndPoints(pool, credits)
  await fillDesks(pool, count)
  await addStaff(pool)
  await pool.query(
    `update session set token_hash = $1
     where customer_id = (select customer_id from event_waiting order by joined_at desc limit 1)`,
    [fingerprint(tokens.waiting)],
  )
  // The server must not run periodic jobs during the measurement, so no lease can be stored.
  await pool.query(`create function no_lease() returns trigger language plpgsql as 'begin return null; end'`)
  await pool.query(
    'create trigger no_lease before insert or update on singleton_job for each row execute function no_lease()',
  )
  await pool.query('vacuum (analyze)')
  await pool.query('checkpoint')
  const { rows: counted } = await pool.query<{ people: string; entries: string; lines: string }>(
    `select (select count(*) from customer) as people, (select count(*) from points_entry) as entries,
       (select count(*) from audit_line) as lines`,
  )
  const ids = await readIds(pool, documents)
  await pool.end()
  const seconds = ((performance.now() - started) / 1_000).toFixed(0)
  const { people, entries, lines } = counted[0] ?? {}
  console.log(`${people} customers, ${entries} ledger entries, ${lines} audit lines, created in ${seconds} s`)
  return { url, ids }
}

async function serve({ url, ids }: Database): Promise<Club> {
  const server = await startServerProcess({
    env: {
      DATABASE_URL: url,
      CLUB_SECRET: rootKey.toString('base64'),
      CLUB_CONFIG: join(import.meta.dirname, '../server/src/testing/production-club.ts'),
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
    },
  })
  return { server, connection: await Connection.open(new URL(server.url)), ids }
}

/** A signed-in member with every role, and fifty colleagues. */
async function addStaff(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into staff (email, name, roles, state, password_hash, totp_sealed, created_at, updated_at)
     select 'pessoa' || n || '@exemplo.com.br', 'Pessoa ' || n, case when n = 0 then array['attendant', 'validator',
       'gate_steward', 'gate_supervisor', 'account_security', 'marketing', 'approver', 'auditor', 'administrator']
       else array['attendant'] end, 'active', 'none', '', now(), now()
     from generate_series(0, 50) as n`,
  )
  await pool.query(
    `insert into staff_session (token_hash, staff_id, state, created_at, last_seen_at, idle_expires_at, absolute_expires_at)
     select $1, id, 'open', now(), now(), now() + interval '10 hours', now() + interval '10 hours'
     from staff where email = 'pessoa0@exemplo.com.br'`,
    [fingerprint(tokens.staff)],
  )
}

async function createEmptyDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
