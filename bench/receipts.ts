/*
 * What 100 dishonest shoppers earn with forged receipts, and how many genuine receipts are decided immediately, in
 * this checkout and in another one: `npm run bench -- receipts [FOLDER]`. STRATEGY=<name> runs only that strategy.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { openSimulatedClub } from './receipts/simulated-club.ts'
import { simulate, strategies, type Outcome, type Share, type Strategy } from './receipts/simulation.ts'

const days = Number(process.env['DAYS'] ?? 30)
const count = Number(process.env['DISHONEST'] ?? 100)
const joinsPerDay = Number(process.env['JOINING'] ?? 60)
const launch = Number(process.env['LAUNCH'] ?? 7)
const shops = Number(process.env['SHOPS'] ?? 40)
const here = join(import.meta.dirname, '..')
const other = process.argv[2]
const chosen = (Object.keys(strategies) as Strategy[]).filter(
  (strategy) => strategy === (process.env['STRATEGY'] ?? strategy),
)

type DatabaseModule = typeof import('../server/src/db/database.ts')
type MigrateModule = typeof import('../server/src/db/migrate.ts')

const folder = await mkdtemp(join(tmpdir(), 'clube-bench-receipts-'))
const postgres = await startEmbeddedPostgres({
  folder,
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
})
try {
  for (const root of [...(other === undefined ? [] : [resolve(other)]), here])
    for (const strategy of chosen)
      report(root === here ? 'this' : 'other', strategy, await run(root, strategy))
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function run(root: string, strategy: Strategy): Promise<Outcome> {
  const name = `simulation_${Date.now()}`
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const databaseUrl = new URL(postgres.url)
  databaseUrl.pathname = `/${name}`
  const { migrate } = (await import(join(root, 'server/src/db/migrate.ts'))) as MigrateModule
  // From the same checkout, because each has its own copy of the database library.
  const { openDatabase } = (await import(join(root, 'server/src/db/database.ts'))) as DatabaseModule
  await migrate(databaseUrl.href)
  const database = openDatabase(databaseUrl.href, { poolSize: 4 })
  try {
    const club = await openSimulatedClub(root, database.db)
    return await simulate(club, {
      seed: 'receipts',
      launch,
      days,
      shops,
      joining: joinsPerDay,
      dishonest: { count, strategy },
    })
  } finally {
    await database.close()
  }
}

function report(checkout: string, strategy: Strategy, outcome: Outcome): void {
  const { earned, launch: launchShare, first_day, returning } = outcome
  const percent = ({ receipts, immediate }: Share) =>
    `${((100 * immediate) / receipts).toFixed(1)}% of ${receipts}`
  console.log(
    [
      checkout.padEnd(5),
      strategy.padEnd(18),
      `earned ${earned}`.padEnd(16),
      `immediately: first-day ${percent(first_day)}`,
      `later ${percent(returning)}`,
      `launch ${percent(launchShare)}`,
    ].join('  '),
  )
}
