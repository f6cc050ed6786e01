/*
 * `npm run bench -- processes`: reads and a few writes with two processes on one port. Baseline: the same server with one
 * process. Also prints the memory of each process.
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../server/src/db/database.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openSession } from '../server/src/modules/sessions/index.ts'
import { createVault } from '../server/src/modules/vault/index.ts'
import { seedDemonstration } from '../server/seeds/demonstration/seed.ts'
import { startServerProcess, type ServerProcess } from '../server/src/testing/server-process.ts'
import { cpuOfProcessTree, postmasterOf } from './cpu.ts'
import { measurePaired, reportRatios } from './measure.ts'
import { withPostgres } from './postgres.ts'
import { sendMix } from './processes/mixed-load.ts'
import { cpuOfAll, memoryOf, processTree } from './processes/process-tree.ts'
import { addPeople } from './sign-in/people.ts'

const rootKey = Buffer.alloc(32, 'k')
const seconds = Number(process.env['SECONDS'] ?? 5)
const pairs = Number(process.env['PAIRS'] ?? 8)
const people = Number(process.env['PEOPLE'] ?? 64)

await withPostgres('processes', run)

async function run(url: string, folder: string): Promise<void> {
  await migrate(url)
  const tokens = await openSessions(url)
  const startServer = (processes: number) =>
    startServerProcess({
      env: {
        DATABASE_URL: url,
        CLUB_SECRET: rootKey.toString('base64'),
        CLUB_CONFIG: join(import.meta.dirname, '../server/src/testing/production-club.ts'),
        LOCAL_MESSAGING: 'yes',
        NODE_ENV: 'production',
        LOG_LEVEL: 'silent',
        PROCESSES: String(processes),
      },
    })
  const [one, two] = [await startServer(1), await startServer(2)]
  try {
    const load = (server: ServerProcess) => () => sendMix({ url: server.url, tokens, seconds })
    reportRatios(
      { row: 10, what: 'reads and a few writes, two processes / one', unit: 'req/s', goal: { atLeast: 1.6 } },
      await measurePaired({ ours: load(two), baseline: load(one), pairs }),
    )
    const postmaster = postmasterOf(folder)
    await reportUse('one process', { server: one, postmaster, load: load(one) })
    await reportUse('two processes', { server: two, postmaster, load: load(two) })
  } finally {
    await Promise.all([one.kill(), two.kill()])
  }
}

/** Sessions of different customers, so that no two connections share rows. */
async function openSessions(url: string): Promise<string[]> {
  const { db, pool, close } = openDatabase(url, { poolSize: 2 })
  const now = new Date()
  const vault = createVault(rootKey)
  await seedDemonstration({ db, vault, now })
  // Production refuses a database with the staff of the demonstration, who are known by their addresses.
  await sql`update staff set email = 'bench-' || email`.execute(db)
  await addPeople(pool, { vault, count: people, password_hash: 'not a hash' })
  const customers = await db
    .selectFrom('customer')
    .select(['id', 'access_version'])
    .where('name', '=', 'Pessoa de Prova')
    .execute()
  const tokens: string[] = []
  for (const { id: customer_id, access_version } of customers)
    tokens.push(
      (await openSession(db, { customer_id, level: 'customer', access_version, family_id: null, now })).token,
    )
  await sql`analyze`.execute(db)
  await close()
  return tokens
}

/** Prints the CPU time for a request during one run, and the memory of each process after it. */
async function reportUse(
  name: string,
  { server, postmaster, load }: { server: ServerProcess; postmaster: number; load: () => Promise<number> },
): Promise<void> {
  const pids = processTree(server.pid)
  const readCpu = () => [cpuOfAll(pids), cpuOfProcessTree(postmaster), cpuOfAll([process.pid])]
  const before = readCpu()
  const requests = (await load()) * seconds
  const [ours = 0, database = 0, client = 0] = readCpu().map(
    (ms, index) => ((ms - (before[index] ?? 0)) * 1_000) / requests,
  )
  console.log(
    `${name}, CPU time per request: server ${ours.toFixed(0)} µs, PostgreSQL ${database.toFixed(0)} µs, load generator ${client.toFixed(0)} µs`,
  )
  console.log(`${name}, memory (PSS): ${pids.map((pid) => `${memoryOf(pid).toFixed(0)} MB`).join(', ')}`)
}
