/*
 * `npm run bench -- outside`: 200 redemptions at once at a partner that takes 2 s for each. Throughput against the same number
 * of requests sent straight to the partner; the 99th percentile of another call against that of the idle server. Fails when
 * a connection to the database is held while a request waits.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import { sql } from 'kysely'
import { testCredentials } from '../server/counterparts/counterparts.testing.ts'
import { openDatabase, type Db } from '../server/src/db/database.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { prepareJobs } from '../server/src/db/jobs-schema.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { startServerProcess, type ServerProcess } from '../server/src/testing/server-process.ts'
import { Connection } from './connection.ts'
import { percentile, ratiosOf, reportRatios, runPaired } from './measure.ts'
import { createMembers, debitRequests, rootKey, withQuotes, type Member } from './outside/members.ts'
import { postAs, sendEach } from './rush/send-reservations.ts'

const concurrent = Number(process.env['CONCURRENT'] ?? 200)
/** Redemptions of one run. */
const redemptions = Number(process.env['REDEMPTIONS'] ?? 1_000)
const pairs = Number(process.env['PAIRS'] ?? 8)
/** Pause between two requests of the other call. */
const pauseMs = 10
const applicationName = 'clube-bench'

const run = async (url: string, folder: string): Promise<void> => {
  await migrate(url)
  await prepareJobs(url)
  const { db, close } = openDatabase(url, { poolSize: 2, statementTimeoutMs: 0 })
  const partner = await startServerProcess({
    env: { MEMBERS: String(redemptions) },
    file: join(import.meta.dirname, 'outside/counterpart.ts'),
  })
  const base_url = `${partner.url}/v1`
  const { client_secret, signing_secret, api_key } = testCredentials
  const databaseUrl = new URL(url)
  databaseUrl.searchParams.set('application_name', applicationName)
  const ours = await startServerProcess({
    env: {
      DATABASE_URL: databaseUrl.href,
      CLUB_SECRET: rootKey.toString('base64'),
      CLUB_CONFIG: join(import.meta.dirname, '../server/src/testing/outside/outside-club.ts'),
      PARTNER_URL: base_url,
      PARTNER_SECRETS: JSON.stringify({ 'voe-mais': { client_secret, signing_secret } }),
      CAR_PARK_URL: base_url,
      CAR_PARK_API_KEY: api_key,
      DATA_FOLDER: folder,
      LOG_LEVEL: 'silent',
      SEED: 'no',
      CHECK_RESPONSES: 'no',
    },
  })
  try {
    const { members, campaign_id } = await createMembers(db, redemptions)
    await sql`analyze`.execute(db)
    const token = members[0]?.token ?? ''
    const held = { maximum: 0, samples: 0, active: 0 }
    const results = await runPaired({
      ours: async () => {
        // Quotes are requested one at a time, while the server is idle.
        const requests = await withQuotes(db, { base_url, members, campaign_id })
        const reads = readUntilStopped(ours, token)
        const activity = watchConnections(db, held)
        const rate = await redeemAll(ours, requests)
        await activity.stop()
        return { rate, p99: percentile(await reads.stop(), 0.99) }
      },
      baseline: async () => {
        const rate = await debitAll(base_url, members)
        const reads = readUntilStopped(ours, token)
        await wait((redemptions / concurrent) * 2_000)
        return { rate, p99: percentile(await reads.stop(), 0.99) }
      },
      pairs,
    })
    const ratios = (of: (side: { rate: number; p99: number }) => number) =>
      ratiosOf(results.map((pair) => ({ ours: of(pair.ours), baseline: of(pair.baseline) })))
    reportRatios(
      {
        row: 12,
        what: 'redemptions / requests straight to the partner',
        unit: 'per second',
        goal: { atLeast: 0.9 },
      },
      ratios(({ rate }) => rate),
    )
    reportRatios(
      { row: 12, what: 'other call, p99 while redeeming / idle', unit: 'ms', goal: { atMost: 1.5 } },
      ratios(({ p99 }) => p99),
    )
    console.log(
      `connections of ${held.samples} samples: at most ${held.active} active, ${held.maximum} idle in a transaction for over a second`,
    )
    if (held.maximum > 0) throw new Error('A connection was held while a request waited')
  } finally {
    await Promise.all([ours.kill(), partner.kill()])
    await close()
  }
}

/** Redeems every quote. @returns redemptions per second @throws when one was not completed */
const redeemAll = async (
  { url }: ServerProcess,
  requests: Awaited<ReturnType<typeof withQuotes>>,
): Promise<number> =>
  sendEach({
    urls: [url],
    count: requests.length,
    connections: concurrent,
    requestOf: (index, target) => {
      const { token = '', path = '', body } = requests[index] ?? {}
      return postAs(target, token, path, body)
    },
    onResponse: ({ status, bytes }) => {
      if (status !== 200 || !bytes.includes('"completed"')) throw new Error(bytes.toString())
    },
  })

/** Debits every member once, straight at the partner. @returns debits per second */
const debitAll = async (base_url: string, members: readonly Member[]): Promise<number> => {
  const requests = await debitRequests(base_url, members)
  return sendEach({
    urls: [base_url],
    count: requests.length,
    connections: concurrent,
    requestOf: (index) => requests[index] ?? Buffer.alloc(0),
    onResponse: ({ status, bytes }) => {
      if (status !== 200) throw new Error(bytes.toString())
    },
  })
}

/** Sends another authenticated call, one at a time. */
const readUntilStopped = ({ url }: ServerProcess, token: string) => {
  let isStopped = false
  const durations: number[] = []
  const target = new URL(url)
  const request = Buffer.from(
    `${sessionInfoCall.method} ${sessionInfoCall.path} HTTP/1.1\r\nhost: ${target.host}\r\ncookie: sid=${token}\r\n` +
      'accept: application/json\r\nx-requested-with: XMLHttpRequest\r\nsec-fetch-site: same-origin\r\n\r\n',
  )
  const reading = (async () => {
    const connection = await Connection.open(target)
    while (!isStopped) {
      const start = performance.now()
      const { status, bytes } = await connection.send(request)
      if (status !== 200) throw new Error(bytes.toString())
      durations.push(performance.now() - start)
      await wait(pauseMs)
    }
    connection.close()
  })()
  return {
    stop: async (): Promise<readonly number[]> => {
      isStopped = true
      await reading
      return durations
    },
  }
}

/** Samples what the server's connections do. */
const watchConnections = (db: Db, held: { maximum: number; samples: number; active: number }) => {
  let isStopped = false
  const watching = (async () => {
    while (!isStopped) {
      const { rows } = await sql<{ long: number; active: number }>`
        select count(*) filter (where state = 'idle in transaction'
            and clock_timestamp() - state_change > interval '1 second')::int as long,
          count(*) filter (where state <> 'idle')::int as active
        from pg_stat_activity where application_name = ${applicationName}`.execute(db)
      held.samples += 1
      held.maximum = Math.max(held.maximum, rows[0]?.long ?? 0)
      held.active = Math.max(held.active, rows[0]?.active ?? 0)
      await wait(50)
    }
  })()
  return {
    stop: () => {
      isStopped = true
      return watching
    },
  }
}

const folder = await mkdtemp(join(tmpdir(), 'clube-bench-outside-'))
const postgres = await startEmbeddedPostgres({ folder, settings: { shared_buffers: '256MB' } })
try {
  await run(postgres.url, folder)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
