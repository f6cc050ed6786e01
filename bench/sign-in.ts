/* `npm run bench -- sign-in`: signing in with a password. Baseline: the same argon2id alone in a process. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { verify } from '@node-rs/argon2'
import pg from 'pg'
import { migrate } from '../server/src/db/migrate.ts'
import { hashPassword } from '../server/src/modules/identity/index.ts'
import { createVault } from '../server/src/modules/vault/index.ts'
import { startServerProcess } from '../server/src/testing/server-process.ts'
import { cpuOf, cpuOfProcessTree, postmasterOf } from './cpu.ts'
import { Connection } from './connection.ts'
import { measurePaired, median, percentile, reportRatios } from './measure.ts'
import { withPostgres } from './postgres.ts'
import { startLoadGenerator, type LoadGenerator } from './sign-in/load-generator.ts'
import { addPeople } from './sign-in/people.ts'
import { openFlow, checkAccountRequest, requireCompleteAccount } from './sign-in/client.ts'

const rootKey = Buffer.alloc(32, 'k')
const password = 'Girassol-27'
const pairs = Number(process.env['PAIRS'] ?? 8)
const signInsPerRun = Number(process.env['SIGN_INS'] ?? 300)
/** Below the server's queue limit: no request is rejected while the rate is measured. */
const concurrency = 16
const overload = 300
/** Account checks per run; each proof covers eight. */
const checksPerRun = 320
/** More than can be completed during the account checks. */
const backgroundSignIns = 1_500

await withPostgres('sign-in', run)

async function run(url: string, folder: string): Promise<void> {
  await migrate(url)
  const password_hash = await hashPassword(password)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const documents = await addPeople(pool, { vault: createVault(rootKey), count: 4_000, password_hash })
  await pool.query('vacuum analyze customer')
  await pool.end()
  const server = await startServerProcess({
    env: {
      DATABASE_URL: url,
      CLUB_SECRET: rootKey.toString('base64'),
      CLUB_CONFIG: join(import.meta.dirname, '../server/src/testing/production-club.ts'),
      TRUST_PROXY: '127.0.0.1',
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
    },
  })
  const generator = startLoadGenerator(server.url, password)
  let next = 0
  const nextDocument = () => documents[next++ % documents.length] ?? ''
  /** People at the password step, prepared outside the measured time. */
  const prepare = (count: number) =>
    generator.run({ type: 'prepare', documents: Array.from({ length: count }, nextDocument) })
  /** CPU time per sign-in in the last run, in milliseconds. */
  const cpuMs = { server: 0, database: 0, generator: 0 }
  const postmaster = postmasterOf(folder)
  const cpuNow = () => ({
    server: cpuOf(server.pid),
    database: cpuOfProcessTree(postmaster),
    generator: cpuOf(generator.pid),
  })

  const hashesPerSecond = async (): Promise<number> => {
    let hashes = 0
    const start = performance.now()
    const hashAll = async () => {
      while (hashes++ < signInsPerRun)
        if (!(await verify(password_hash, password))) throw new Error('A correct password was refused')
    }
    await Promise.all(Array.from({ length: availableParallelism() }, hashAll))
    return (signInsPerRun / (performance.now() - start)) * 1_000
  }
  const signInsPerSecond = async (): Promise<number> => {
    await prepare(signInsPerRun)
    const before = cpuNow()
    const { people, ms } = await generator.run({ type: 'sign-in', connections: concurrency })
    const after = cpuNow()
    for (const part of ['server', 'database', 'generator'] as const)
      cpuMs[part] = (after[part] - before[part]) / people
    if (people !== signInsPerRun) throw new Error(`${people} of ${signInsPerRun} signed in`)
    return (people / ms) * 1_000
  }
  /** p99 of sequential check-account calls with captchas solved in advance. */
  const checksP99 = async (): Promise<number> => {
    const connection = await Connection.open(new URL(server.url))
    const requests: Buffer[] = []
    for (let proof = 0; proof < checksPerRun / 8; proof += 1) {
      const request = checkAccountRequest(await openFlow(connection), nextDocument())
      requests.push(...Array.from({ length: 8 }, () => request))
    }
    const times: number[] = []
    for (const request of requests) {
      const start = performance.now()
      const response = await connection.send(request)
      times.push(performance.now() - start)
      requireCompleteAccount(response)
    }
    connection.close()
    return percentile(times, 0.99)
  }
  const checksDuringSignIns = async (): Promise<number> => {
    await prepare(backgroundSignIns)
    const signIns = generator.run({ type: 'sign-in', connections: concurrency })
    const p99 = await checksP99()
    await generator.run({ type: 'stop' })
    const { people } = await signIns
    if (people === backgroundSignIns) throw new Error('All sign-ins finished before the account checks')
    return p99
  }

  try {
    const rate = await measurePaired({ ours: signInsPerSecond, baseline: hashesPerSecond, pairs })
    reportRatios(
      { row: 4, what: 'sign-in / argon2id alone', unit: 'per second', goal: { atLeast: 0.85 } },
      rate,
    )
    const { server: own, database, generator: client } = cpuMs
    console.log(
      `CPU time of one sign-in in the last run: server ${own.toFixed(1)} ms including the hash, PostgreSQL ${database.toFixed(1)} ms, the clients ${client.toFixed(1)} ms`,
    )
    const latency = await measurePaired({ ours: checksDuringSignIns, baseline: checksP99, pairs })
    reportRatios(
      { row: 4, what: 'check-account p99, during sign-ins / idle', unit: 'ms', goal: { atMost: 3 } },
      latency,
    )

    await prepare(overload)
    await showOverload(generator)
    // Rejected clients retry after the announced delay.
    await wait(2_000)
    await prepare(20)
    const { people } = await generator.run({ type: 'sign-in', connections: 20 })
    console.log(`afterwards ${people} people sign in normally`)
  } finally {
    generator.close()
    await server.kill()
  }
}

/** Signs everyone in simultaneously; each gets a session or a 503 with Retry-After. */
async function showOverload(generator: LoadGenerator): Promise<void> {
  const { people, ms, rejected = [] } = await generator.run({ type: 'burst' })
  if (people + rejected.length !== overload) throw new Error('Some sign-ins got no response')
  console.log(
    `${overload} at once: ${people} signed in, ${rejected.length} got 503 with Retry-After after ${median(rejected).toFixed(0)} ms (median); all answered in ${ms.toFixed(0)} ms`,
  )
}
