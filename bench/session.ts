/* `npm run bench -- session`: an authenticated request. Baseline: Fastify with one primary-key select. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../server/src/db/database.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openSession } from '../server/src/modules/sessions/index.ts'
import { createVault } from '../server/src/modules/vault/index.ts'
import { seedDemonstration } from '../server/seeds/demonstration/seed.ts'
import { startServerProcess } from '../server/src/testing/server-process.ts'
import { requestsPerSecond } from './load.ts'
import { describeRatios, measurePaired, reportRatios } from './measure.ts'
import { withPostgres } from './postgres.ts'

const rootKey = Buffer.alloc(32, 'k')
const seconds = Number(process.env['SECONDS'] ?? 4)
const pairs = Number(process.env['PAIRS'] ?? 8)

await withPostgres('session', run)

async function run(url: string): Promise<void> {
  await migrate(url)
  const { db, close } = openDatabase(url, { poolSize: 2 })
  const now = new Date()
  await seedDemonstration({ db, vault: createVault(rootKey), now })
  // Production refuses a database with the staff of the demonstration, who are known by their addresses.
  await sql`update staff set email = 'bench-' || email`.execute(db)
  const { id: customer_id, access_version } = await db
    .selectFrom('customer')
    .select(['id', 'access_version'])
    .where('account_status', '=', 'active')
    .executeTakeFirstOrThrow()
  // Each connection has its own session, so that no two requests share a query result.
  const tokens: string[] = []
  for (let session = 0; session < 100; session += 1)
    tokens.push(
      (await openSession(db, { customer_id, level: 'customer', access_version, family_id: null, now })).token,
    )
  await close()

  const ours = await startServerProcess({
    env: {
      DATABASE_URL: url,
      CLUB_SECRET: rootKey.toString('base64'),
      CLUB_CONFIG: join(import.meta.dirname, '../server/src/testing/production-club.ts'),
      LOCAL_MESSAGING: 'yes',
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
    },
  })
  const baseline = await startServerProcess({
    env: { DATABASE_URL: url, CUSTOMER_ID: customer_id },
    file: join(import.meta.dirname, 'session/baseline.ts'),
  })
  const baselineWithoutDatabase = await startServerProcess({
    env: { DATABASE_URL: url },
    file: join(import.meta.dirname, 'session/baseline.ts'),
  })
  try {
    const headersOf = (connection: number) => ({
      cookie: `sid=${tokens[connection] ?? ''}`,
      'x-requested-with': 'XMLHttpRequest',
      accept: 'application/json',
    })
    for (const [connections, goal] of [
      [20, { atLeast: 1.3 }],
      [100, { atLeast: 2 }],
    ] as const) {
      const load = (target: string, path: string) => () =>
        requestsPerSecond({ url: target + path, headersOf, connections, seconds })
      const comparison = { baseline: load(baseline.url, '/'), pairs }
      const info = load(ours.url, '/api/auth/shd/external/info')
      reportRatios(
        { row: 3, what: `authenticated request, ${connections} connections`, unit: 'req/s', goal },
        await measurePaired({ ours: info, ...comparison }),
      )
      const noDatabase = load(baselineWithoutDatabase.url, '/')
      console.log(
        describeRatios(
          `no database at ${connections}`,
          'req/s',
          await measurePaired({ ours: noDatabase, ...comparison }),
        ),
      )
    }
  } finally {
    await Promise.all([ours.kill(), baseline.kill(), baselineWithoutDatabase.kill()])
  }
}
