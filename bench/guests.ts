/*
 * Guests of the mall behind one IP join and sign in: `npm run bench -- guests`. Baseline: argon2id alone in a process,
 * one hash per core at a time, since each guest needs one hash to join and one to sign in.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { hashPassword } from '../server/src/modules/identity/index.ts'
import { createVault } from '../server/src/modules/vault/index.ts'
import { openDatabase } from '../server/src/db/database.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { seedDemonstration } from '../server/seeds/demonstration/seed.ts'
import { startServerProcess } from '../server/src/testing/server-process.ts'
import { cpuOf, cpuOfProcessTree, postmasterOf } from './cpu.ts'
import { median, percentile } from './measure.ts'
import { withPostgres } from './postgres.ts'
import { cpfOf } from './sign-in/people.ts'

export type Command = {
  type: 'join' | 'sign-in'
  documents: readonly string[]
  ip: string
  connections: number
}
/** Duration of each request in milliseconds, by call. */
export type Report = { ms: number; calls: Readonly<Record<string, readonly number[]>>; refused: number }

const rootKey = Buffer.alloc(32, 'k')
const guests = Number(process.env['GUESTS'] ?? 2_000)
const rounds = Number(process.env['ROUNDS'] ?? 5)
/** Below the server's queue limit for hashing. */
const connections = Number(process.env['CONNECTIONS'] ?? 16)
/** Higher than the document numbers of the demonstration's personas. */
const firstDocument = 300_000_000

await withPostgres('guests', run)

async function run(url: string, folder: string): Promise<void> {
  await migrate(url)
  const { db, close } = openDatabase(url, { poolSize: 2 })
  await seedDemonstration({ db, vault: createVault(rootKey), now: new Date() })
  // Production refuses a database with the staff of the demonstration, who are known by their addresses.
  await sql`update staff set email = 'bench-' || email`.execute(db)
  const countCustomers = async () =>
    Number(
      (
        await db
          .selectFrom('customer')
          .select(sql<string>`count(*)`.as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )
  const customersBefore = await countCustomers()
  const server = await startServerProcess({
    env: {
      DATABASE_URL: url,
      CLUB_SECRET: rootKey.toString('base64'),
      CLUB_CONFIG: join(import.meta.dirname, 'guests/club.ts'),
      TRUST_PROXY: '127.0.0.1',
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
    },
  })
  const child = fork(join(import.meta.dirname, 'guests/guests-process.ts'), [server.url])
  child.once('exit', (code) => {
    if (code !== null) throw new Error('The guest process failed')
  })
  const postmaster = postmasterOf(folder)
  const cpuNow = () => ({
    server: cpuOf(server.pid),
    PostgreSQL: cpuOfProcessTree(postmaster),
    guests: cpuOf(child.pid ?? 0),
  })
  const execute = async (type: Command['type'], round: number) => {
    const documents = Array.from({ length: guests }, (_, guest) =>
      cpfOf(firstDocument + round * guests + guest),
    )
    const before = cpuNow()
    // Each round has a network of its own, so that rounds do not share counters.
    child.send({ type, documents, ip: `198.18.${round}.7`, connections } satisfies Command)
    const [report] = (await once(child, 'message')) as [Report]
    const after = cpuNow()
    if (report.refused > 0) throw new Error(`${report.refused} requests of guests were refused`)
    const cpu = (part: keyof typeof before) => (after[part] - before[part]) / guests
    return { ...report, cpu: { server: cpu('server'), PostgreSQL: cpu('PostgreSQL'), guests: cpu('guests') } }
  }
  const results = { join: [], 'sign-in': [] } as Record<
    Command['type'],
    (Awaited<ReturnType<typeof execute>> & { rate: number; ratio: number })[]
  >
  try {
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round += 1)
      for (const type of ['join', 'sign-in'] as const) {
        const measured = await execute(type, round)
        const rate = (1_000 * guests) / measured.ms
        const ratio = rate / (await hashesPerSecond())
        if (round > 0) results[type].push({ ...measured, rate, ratio })
      }
    if ((await countCustomers()) - customersBefore !== guests * (rounds + 1))
      throw new Error('Not every guest has an account')
  } finally {
    child.kill()
    await server.kill()
    await close()
  }
  for (const [type, measured] of Object.entries(results)) {
    console.log(`\n${type}: ${guests} guests, ${connections} at a time, ${rounds} rounds, none refused`)
    console.log(`people/s ${describe(measured.map(({ rate }) => rate))}`)
    console.log(`people/s / hashes/s ${describe(measured.map(({ ratio }) => ratio))}`)
    for (const part of ['server', 'PostgreSQL', 'guests'] as const)
      console.log(`CPU ms per guest, ${part} ${describe(measured.map(({ cpu }) => cpu[part]))}`)
    for (const name of Object.keys(measured[0]?.calls ?? {})) {
      const percentiles = (fraction: number) =>
        measured.map(({ calls }) => percentile(calls[name] ?? [], fraction))
      console.log(`| ${name} | ${describe(percentiles(0.5))} | ${describe(percentiles(0.95))} |`)
    }
  }
}

/** The rate of hashes with one at a time per core, in this process. */
async function hashesPerSecond(): Promise<number> {
  const count = 300
  let hashes = 0
  const start = performance.now()
  const hashAll = async () => {
    while (hashes++ < count) await hashPassword('Jabuticaba-9')
  }
  await Promise.all(Array.from({ length: availableParallelism() }, hashAll))
  return (1_000 * count) / (performance.now() - start)
}

function describe(values: readonly number[]): string {
  const digits = (value: number) => value.toPrecision(3)
  return `${digits(median(values))} (${digits(Math.min(...values))}–${digits(Math.max(...values))})`
}
