/*
 * Customer service with 200,000 tickets and a million messages: `npm run bench -- desk [calls|search|live]`. Opening the queue
 * and a conversation (baseline: 2,000 tickets), searching words (baseline: a primary key), and people connected to live answers.
 * With `DESK_FOLDER`, the databases are kept there for further runs.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../server/src/db/database.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { documentLabel } from '../server/src/modules/identity/customer.ts'
import { createVault } from '../server/src/modules/vault/index.ts'
import { startServerProcess, type ServerProcess } from '../server/src/testing/server-process.ts'
import { Connection } from './connection.ts'
import { ownTickets, readTicketIds, ticketCalls, type TicketIds } from './desk/calls.ts'
import { addAgents, addListeners, fillTickets } from './desk/fill-tickets.ts'
import { measureLive } from './desk/live.ts'
import { measureSearch } from './desk/search.ts'
import { fillWithCustomers } from './growth/fill.ts'
import { durationOf, percentile, ratiosOf, reportRatios, runPaired } from './measure.ts'
import { cpfOf } from './sign-in/people.ts'

const rootKey = Buffer.alloc(32, 'k')
const vault = createVault(rootKey)
const part = process.argv[2]
const pairs = Number(process.env['PAIRS'] ?? 8)
const queriesPerRun = Number(process.env['QUERIES'] ?? 40)
const counts = {
  small: Number(process.env['SMALL'] ?? 2_000),
  large: Number(process.env['TICKETS'] ?? 200_000),
}
const listenerCount = Number(process.env['CONNECTIONS'] ?? 500)
/** Tickets of one customer. */
const ticketsPerCustomer = 4

const keptFolder = process.env['DESK_FOLDER']
const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'clube-bench-desk-')))
const postgres = await startEmbeddedPostgres({
  folder,
  // Settings for a club of this size.
  settings: { shared_buffers: '2GB', max_wal_size: '3GB', jit: 'off', max_connections: 60 },
})
try {
  await run(postgres.url)
} finally {
  await postgres.stop()
  if (keptFolder === undefined) await rm(folder, { recursive: true, force: true })
}

async function run(serverUrl: string): Promise<void> {
  const urls = { small: urlOf(serverUrl, 'small'), large: urlOf(serverUrl, 'large') }
  const filled = join(folder, 'filled')
  if (!existsSync(filled)) {
    for (const name of ['small', 'large'] as const) await createClub(serverUrl, name)
    await writeFile(filled, '')
  }
  if (part === undefined || part === 'calls') await measureCalls(urls)
  if (part === undefined || part === 'search') {
    const { db, close } = openDatabase(urls.large, { poolSize: 2, statementTimeoutMs: 0 })
    try {
      await measureSearch(db, pairs)
    } finally {
      await close()
    }
  }
  if (part === undefined || part === 'live') {
    const pool = new pg.Pool({ connectionString: urls.large, max: 1 })
    const listeners = await addListeners(pool, listenerCount)
    await pool.end()
    await measureLive({ serve: () => serve(urls.large), listeners, pairs })
  }
}

async function measureCalls(urls: { small: string; large: string }): Promise<void> {
  const open = async (
    url: string,
  ): Promise<{ server: ServerProcess; connection: Connection; ids: TicketIds }> => {
    const pool = new pg.Pool({ connectionString: url, max: 1 })
    await addListeners(pool, ownTickets)
    const ids = await readTicketIds(pool)
    await pool.end()
    const server = await serve(url)
    return { server, connection: await Connection.open(new URL(server.url)), ids }
  }
  const [small, large] = [await open(urls.small), await open(urls.large)]
  try {
    for (const [name, requestOf] of ticketCalls) {
      const times =
        ({ connection, ids }: typeof small) =>
        async () => {
          const measured: number[] = []
          for (let query = 0; query < queriesPerRun; query += 1) {
            const requests = [requestOf(ids)].flat()
            measured.push(
              await durationOf(async () => {
                for (const request of requests) {
                  const { status, bytes } = await connection.send(request)
                  if (status !== 200) throw new Error(`${name}: ${bytes.toString()}`)
                }
              }),
            )
          }
          return percentile(measured, 0.5)
        }
      const measured = await runPaired({ ours: times(large), baseline: times(small), pairs })
      reportRatios(
        { row: 13, what: `customer service, ${name}`, unit: 'ms', goal: { atMost: 1.3 } },
        ratiosOf(measured),
      )
    }
  } finally {
    for (const { connection, server } of [small, large]) {
      connection.close()
      await server.kill()
    }
  }
}

async function createClub(serverUrl: string, name: keyof typeof counts): Promise<void> {
  const started = performance.now()
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`drop database if exists ${name}`)
  await client.query(`create database ${name}`)
  await client.end()
  const url = urlOf(serverUrl, name)
  await migrate(url)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  await pool.query('set session_replication_role = replica')
  await pool.query('set synchronous_commit = off')
  await pool.query("set maintenance_work_mem = '1GB'")
  const tickets = counts[name]
  const document_sealed = vault.seal(documentLabel, cpfOf(1))
  await fillWithCustomers(pool, { from: 0, to: tickets / ticketsPerCustomer, document_sealed })
  await addAgents(pool)
  await fillTickets(pool, tickets)
  // The server must not run periodic jobs during the measurement, so no lease can be stored.
  await pool.query(`create function no_lease() returns trigger language plpgsql as 'begin return null; end'`)
  await pool.query(
    'create trigger no_lease before insert or update on singleton_job for each row execute function no_lease()',
  )
  await pool.query('vacuum (analyze)')
  await pool.query('checkpoint')
  await pool.end()
  console.log(`${tickets} tickets, created in ${((performance.now() - started) / 1_000).toFixed(0)} s`)
}

function serve(url: string): Promise<ServerProcess> {
  return startServerProcess({
    file: join(import.meta.dirname, 'desk/serve.ts'),
    env: {
      DATABASE_URL: url,
      CLUB_SECRET: rootKey.toString('base64'),
      CLUB_CONFIG: join(import.meta.dirname, 'desk/club.ts'),
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
    },
  })
}

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
