/*
 * Background work: `npm run bench -- maintenance [FOLDER]`. For how many customers points are expired per second, in
 * this checkout and in another one; how long a full proof of the points ledger of a club with CUSTOMERS customers takes,
 * and how it affects concurrent calls.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { openDatabase, type Db } from '../server/src/db/database.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { proofJobs } from '../server/src/main/proofs.ts'
import { createLedgerProof } from '../server/src/modules/points/index.ts'
import { readPoints } from '../server/src/modules/points/read-points.ts'
import { openSession } from '../server/src/modules/sessions/index.ts'
import { startServerProcess } from '../server/src/testing/server-process.ts'
import { addCredits, fillSessionsAndPoints, fillWithCustomers } from './growth/fill.ts'
import { Connection } from './connection.ts'
import { describeRatios, durationOf, measurePaired, percentile } from './measure.ts'
import { readSessionRequest } from './sign-in/client.ts'

const pairs = Number(process.env['PAIRS'] ?? 8)
const expiring = Number(process.env['EXPIRING'] ?? 4_000)
const customers = Number(process.env['CUSTOMERS'] ?? 1_000_000)
const queriesPerRun = Number(process.env['QUERIES'] ?? 300)
const dayMs = 24 * 3_600_000
const other = process.argv[2]
const here = join(import.meta.dirname, '..')
const rootKey = Buffer.alloc(32, 'k')

const folder = await mkdtemp(join(tmpdir(), 'clube-bench-maintenance-'))
const postgres = await startEmbeddedPostgres({
  folder,
  settings: { shared_buffers: '2GB', max_wal_size: '3GB', jit: 'off', max_connections: 60 },
})
try {
  if (expiring > 0) await compareExpiry()
  if (customers > 0) await measureProof()
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

type ExpirePointsModule = { expirePoints: (db: Db, now: Date) => Promise<unknown> }
type DatabaseModule = { openDatabase: typeof openDatabase }
type MigrateModule = { migrate: typeof migrate }

/** Two lots of each customer expire in one run. */
async function compareExpiry(): Promise<void> {
  const rateIn = async (root: string, name: string) => {
    const url = await createDatabase(name)
    // From the same checkout, because each has its own copy of the database library.
    const { migrate: prepare } = (await import(join(root, 'server/src/db/migrate.ts'))) as MigrateModule
    const { openDatabase: open } = (await import(join(root, 'server/src/db/database.ts'))) as DatabaseModule
    const { expirePoints } = (await import(
      join(root, 'server/src/modules/points/expire-points.ts')
    )) as ExpirePointsModule
    await prepare(url)
    const { db, close } = open(url, { poolSize: 4 })
    const pool = new pg.Pool({ connectionString: url, max: 1 })
    const rate = async () => {
      await fillWithCustomers(pool, await nextNumbers(pool))
      const { rows } = await pool.query<{ id: string }>(
        'select id from customer where not exists (select from points_balance where customer_id = customer.id)',
      )
      await addCredits(pool, { customer_ids: rows.map(({ id }) => id), count: 2 })
      await pool.query('analyze')
      const ms = await durationOf(() => expirePoints(db, new Date(Date.now() + 301 * dayMs)))
      const left = await pool.query('select from points_balance where balance > 0')
      if (rows.length !== expiring || left.rowCount !== 0) throw new Error('Points were not expired')
      return (1_000 * expiring) / ms
    }
    return { rate, close: () => Promise.all([close(), pool.end()]) }
  }
  const ours = await rateIn(here, 'ours')
  const theirs = await rateIn(other === undefined ? here : resolve(other), 'theirs')
  const ratios = await measurePaired({ ours: ours.rate, baseline: theirs.rate, pairs })
  console.log(
    `${describeRatios('customers whose points expire', 'per second', ratios)} (target 2,000 per second)`,
  )
  await Promise.all([ours.close(), theirs.close()])
}

async function nextNumbers(pool: pg.Pool): Promise<{ from: number; to: number }> {
  const { rows } = await pool.query<{ count: string }>('select count(*) from customer')
  const from = Number(rows[0]?.count)
  return { from, to: from + expiring }
}

async function measureProof(): Promise<void> {
  const url = await createDatabase('large')
  await migrate(url)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  await pool.query('set session_replication_role = replica')
  await pool.query('set synchronous_commit = off')
  await pool.query("set maintenance_work_mem = '512MB'")
  const seconds = async (work: () => Promise<unknown>) => ((await durationOf(work)) / 1_000).toFixed(0)
  const filling = await seconds(async () => {
    await fillWithCustomers(pool, { from: 0, to: customers })
    await fillSessionsAndPoints(pool, 5)
    await pool.query('vacuum (analyze)')
    await pool.query('checkpoint')
  })
  const entries = await pool.query<{ count: string }>('select count(*) from points_entry')
  console.log(`${customers} customers, ${entries.rows[0]?.count} entries, created in ${filling} s`)
  // The server must not run the proof itself.
  await pool.query(
    `insert into singleton_job values ('prove-points-ledger', now(), gen_random_uuid(), now() + interval '1 day')`,
  )
  const { db, close } = openDatabase(url, { poolSize: 4 })
  const discrepancies: unknown[] = []
  const log = { error: (found: unknown) => discrepancies.push(found) } as never
  const [job] = proofJobs({ db, clock: () => new Date(), log }, [
    createLedgerProof({ db, time_zone: 'America/Sao_Paulo' }),
  ])
  const prove = (signal: AbortSignal) => job?.run(signal)
  let step = 0
  /** Restarts the pass in the postings, lots and customers in turn, because their steps differ. */
  const restart = () =>
    pool.query(
      `update proof set pass_kind = 'full', pass_started_at = now(), pass_position = $1 || ' ' || $2 || ' ' || $2`,
      [['postings', 'lots', 'customers'][(step += 1) % 3], '00000000-0000-0000-0000-000000000000'],
    )

  const elapsed = await seconds(async () => prove(new AbortController().signal))
  const { rows: proved } = await pool.query('select from proof where full_proved_at is not null')
  if (proved.length !== 1 || discrepancies.length > 0) throw new Error('The ledger was not proved')
  console.log(`full proof of the ledger: ${elapsed} s (target 600 s for ten million entries)`)

  const { rows } = await pool.query<{ id: string; access_version: number }>(
    'select id, access_version from customer order by random() limit 500',
  )
  const tokens: string[] = []
  for (const { id: customer_id, access_version } of rows)
    tokens.push(
      (
        await openSession(db, {
          customer_id,
          access_version,
          now: new Date(),
          level: 'customer',
          family_id: null,
        })
      ).token,
    )
  const server = await startServerProcess({
    env: {
      DATABASE_URL: url,
      CLUB_SECRET: rootKey.toString('base64'),
      CLUB_CONFIG: join(here, 'server/src/testing/production-club.ts'),
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
    },
  })
  const connection = await Connection.open(new URL(server.url))
  const calls: Record<string, (i: number) => Promise<void>> = {
    'session info as served': async (i) => {
      const { status } = await connection.send(readSessionRequest(tokens[i] ?? ''))
      if (status !== 200) throw new Error(`session info: ${status}`)
    },
    'balance, its SQL queries alone': async (i) => {
      const { balance } = await readPoints(db, rows[i]?.id ?? '', new Date())
      if (balance !== 500) throw new Error(`Unexpected balance: ${balance}`)
    },
  }
  for (const [name, call] of Object.entries(calls)) {
    const p50 = async () => {
      const times: number[] = []
      for (let query = 0; query < queriesPerRun; query += 1) {
        const i = Math.floor(Math.random() * rows.length)
        times.push(await durationOf(() => call(i)))
      }
      return percentile(times, 0.5)
    }
    const duringProof = async () => {
      await restart()
      const stop = new AbortController()
      const proof = Promise.resolve(prove(stop.signal)).catch(() => {})
      try {
        return await p50()
      } finally {
        stop.abort()
        await proof
      }
    }
    const ratios = await measurePaired({ ours: duringProof, baseline: p50, pairs })
    console.log(`${describeRatios(`${name}, during a proof / without`, 'ms', ratios)} (target 1.5)`)
  }
  connection.close()
  await server.kill()
  await Promise.all([close(), pool.end()])
}

async function createDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return url.href
}
