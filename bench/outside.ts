/*
 * `npm run bench -- outside`: 200 redemptions at once at a partner that takes 2 s for each. Throughput against the same number
 * of requests sent straight to the partner; the 99th percentile of another call against that of the idle server. Fails when
 * a connection to the database is held while a request waits.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { testCredentials } from '../server/counterparts/counterparts.testing.ts'
import { openDatabase, type Db } from '../server/src/db/database.ts'
import { prepareJobs } from '../server/src/db/jobs-schema.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { startServerProcess, type ServerProcess } from '../server/src/testing/server-process.ts'
import { describeRatios, percentile, ratiosOf, reportRatios, runPaired } from './measure.ts'
import { createMembers, debitRequests, rootKey, withQuotes } from './outside/members.ts'
import { withPostgres } from './postgres.ts'
import { postAs, sendEach } from './rush/send-reservations.ts'

const concurrent = Number(process.env['CONCURRENT'] ?? 200)
/** Redemptions of one run. */
const redemptions = Number(process.env['REDEMPTIONS'] ?? 1_000)
const pairs = Number(process.env['PAIRS'] ?? 8)
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
    const prober = startProber(ours, members[0]?.token ?? '')
    const held = { maximum: 0, samples: 0, active: 0 }
    const roundMs = (redemptions / concurrent) * 2_000
    const results = await runPaired({
      ours: async () => {
        // Quotes are requested one at a time, while the server is idle.
        const requests = await withQuotes(db, { base_url, members, campaign_id })
        const activity = watchConnections(db, held)
        const { result: rate, p99 } = await prober.during(() => redeemAll(ours, requests))
        const spread = await withQuotes(db, { base_url, members, campaign_id })
        const { p99: spreadP99 } = await prober.during(() => redeemAll(ours, spread, 2_000))
        await activity.stop()
        return { rate, p99, spreadP99 }
      },
      baseline: async () => {
        const requests = await debitRequests(base_url, members)
        const { result: rate, p99: floorP99 } = await prober.during(() => debitAll(base_url, requests))
        const { p99 } = await prober.during(() => wait(roundMs))
        return { rate, floorP99, p99 }
      },
      pairs,
    })
    reportRatios(
      {
        row: 12,
        what: 'redemptions / requests straight to the partner',
        unit: 'per second',
        goal: { atLeast: 0.9 },
      },
      ratiosOf(results.map((pair) => ({ ours: pair.ours.rate, baseline: pair.baseline.rate }))),
    )
    const compareP99 = (of: (pair: (typeof results)[number]) => number) =>
      ratiosOf(results.map((pair) => ({ ours: of(pair), baseline: pair.baseline.p99 })))
    reportRatios(
      { row: 12, what: 'other call, p99 while redeeming / idle', unit: 'ms', goal: { atMost: 1.5 } },
      compareP99(({ ours: { p99 } }) => p99),
    )
    console.log(
      describeRatios(
        'other call, p99 while 200 people redeem who started within two seconds / idle',
        'ms',
        compareP99(({ ours: { spreadP99 } }) => spreadP99),
      ),
    )
    console.log(
      describeRatios(
        'floor: other call, p99 while the requests go straight to the partner / idle',
        'ms',
        compareP99(({ baseline: { floorP99 } }) => floorP99),
      ),
    )
    console.log(
      `connections of ${held.samples} samples: at most ${held.active} active, ${held.maximum} idle in a transaction for over a second`,
    )
    prober.stop()
    if (held.maximum > 0) throw new Error('A connection was held while a request waited')
  } finally {
    await Promise.all([ours.kill(), partner.kill()])
    await close()
  }
}

/** Redeems every quote; connections start within the given time. @returns redemptions per second @throws when one was not completed */
const redeemAll = async (
  { url }: ServerProcess,
  requests: Awaited<ReturnType<typeof withQuotes>>,
  startsWithinMs = 0,
): Promise<number> =>
  sendEach({
    urls: [url],
    startsWithinMs,
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
const debitAll = (base_url: string, requests: readonly Buffer[]): Promise<number> =>
  sendEach({
    urls: [base_url],
    count: requests.length,
    connections: concurrent,
    requestOf: (index) => requests[index] ?? Buffer.alloc(0),
    onResponse: ({ status, bytes }) => {
      if (status !== 200) throw new Error(bytes.toString())
    },
  })

/** Another authenticated call at a fixed rate, sent by a process of its own. */
const startProber = ({ url }: ServerProcess, token: string) => {
  const child = fork(join(import.meta.dirname, 'outside/prober.ts'), [url, token], {
    serialization: 'advanced',
  })
  return {
    /** The 99th percentile of the other call while the work runs, in milliseconds, and what the work returned. */
    during: async <Result>(work: () => Promise<Result>): Promise<{ result: Result; p99: number }> => {
      child.send('start')
      const result = await work()
      child.send('stop')
      const [durations] = (await once(child, 'message')) as [number[]]
      return { result, p99: percentile(durations, 0.99) }
    },
    stop: () => child.disconnect(),
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

await withPostgres('outside', run)
