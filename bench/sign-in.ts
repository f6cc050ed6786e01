/* Row 4 of the performance table: signing in with a password; the same argon2id alone in the process = 1. */
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { createPasswordHasher } from '../server/src/modules/identity/index.ts'
import { createVault } from '../server/src/modules/vault/index.ts'
import { startServerProcess } from '../server/src/testing/server-process.ts'
import { describeRatios, measurePaired, median, percentile, timeOf } from './measure.ts'
import { addPeople } from './sign-in/people.ts'
import { arrive, checkAccount, signIn } from './sign-in/visitor.ts'
import type { Visitor } from './sign-in/visitor.ts'

const rootKey = Buffer.alloc(32, 'k')
const password = 'Girassol-27'
const pairs = Number(process.env['PAIRS'] ?? 8)
const perRun = Number(process.env['SIGN_INS'] ?? 200)
/** Below the server's queue: nobody is turned away while the rate is measured. */
const atOnce = 16
const overload = 300

const folder = await mkdtemp(join(tmpdir(), 'clube-bench-sign-in-'))
const postgres = await startEmbeddedPostgres({ folder, settings: { shared_buffers: '256MB' } })
try {
  await run(postgres.url)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

type Ready = { visitor: Visitor; document_id: string }

async function run(url: string): Promise<void> {
  await migrate(url)
  const hasher = createPasswordHasher()
  const password_hash = await hasher.hash(password)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const documents = await addPeople(pool, { vault: createVault(rootKey), count: 4_000, password_hash })
  await pool.query('vacuum analyze customer')
  await pool.end()
  const server = await startServerProcess({
    env: {
      DATABASE_URL: url,
      CLUB_SECRET: rootKey.toString('base64'),
      CLUB_CONFIG: join(import.meta.dirname, '../server/src/testing/quick-club.ts'),
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
    },
  })
  let next = 0
  const nextDocument = () => documents[next++ % documents.length] ?? ''
  /** People at the password step, with captcha solved and account checked: all of it outside the measured time. */
  const people = (count: number): Promise<Ready[]> =>
    inParallel(Array.from({ length: count }), 8, async () => {
      const ready = { visitor: await arrive(server.url), document_id: nextDocument() }
      await checkAccount(ready.visitor, ready.document_id)
      return ready
    })
  const enter = async ({ visitor, document_id }: Ready): Promise<void> => {
    const { status, text } = await signIn(visitor, document_id, password)
    if (status !== 200) throw new Error(`sign-in: ${status} ${text}`)
  }

  const hashesPerSecond = async (): Promise<number> => {
    const hash = async () => {
      if (!(await hasher.verify(password_hash, password))) throw new Error('A right password was refused')
    }
    const ms = await timeOf(() => inParallel(Array.from({ length: perRun }), availableParallelism(), hash))
    return (perRun / ms) * 1_000
  }
  const signInsPerSecond = async (): Promise<number> => {
    const ready = await people(perRun)
    const ms = await timeOf(() => inParallel(ready, atOnce, enter))
    return (perRun / ms) * 1_000
  }
  /** p99 of check-account, asked one after another; each proof pays for eight. */
  const checks = async (count: number): Promise<number> => {
    const times: number[] = []
    for (let proof = 0; proof < count / 8; proof += 1) {
      const visitor = await arrive(server.url)
      const document_id = nextDocument()
      for (let use = 0; use < 8; use += 1) times.push((await checkAccount(visitor, document_id)).ms)
    }
    return percentile(times, 0.99)
  }
  const checksMeanwhile = async (): Promise<number> => {
    let isOver = false
    const comeAndEnter = async () => {
      while (!isOver) for (const person of await people(1)) await enter(person)
    }
    const crowd = Array.from({ length: atOnce }, comeAndEnter)
    const p99 = await checks(240).finally(() => (isOver = true))
    await Promise.all(crowd)
    return p99
  }

  try {
    const rate = await measurePaired({ ours: signInsPerSecond, floor: hashesPerSecond, pairs })
    console.log(`${describeRatios('sign-in / argon2id alone', 'per second', rate)} (goal 0.85)`)

    const waits = await measurePaired({ ours: checksMeanwhile, floor: () => checks(240), pairs })
    console.log(`${describeRatios('check-account p99, meanwhile / idle', 'ms', waits)} (goal < 3)`)

    await showOverload(await people(overload))
    // Whoever was turned away comes back after the time they were told.
    await wait(2_000)
    await Promise.all((await people(20)).map(enter))
    console.log('afterwards 20 people sign in as if nothing had been')
  } finally {
    await server.kill()
  }
}

/** Everybody at once: each is answered, by a session or by a 503 that says when to come back. */
async function showOverload(crowd: readonly Ready[]): Promise<void> {
  const start = performance.now()
  const answers = await Promise.all(
    crowd.map(({ visitor, document_id }) => signIn(visitor, document_id, password)),
  )
  const total = performance.now() - start
  const turnedAway = answers.filter((answer) => answer.status === 503)
  const entered = answers.filter((answer) => answer.status === 200)
  if (turnedAway.length + entered.length !== crowd.length)
    throw new Error(
      `Other answers: ${JSON.stringify(answers.find(({ status }) => status !== 200 && status !== 503))}`,
    )
  if (turnedAway.some((answer) => answer.retryAfter === undefined))
    throw new Error('A 503 without Retry-After')
  console.log(
    `${crowd.length} at once: ${entered.length} entered, ${turnedAway.length} got 503 with Retry-After after ${median(turnedAway.map(({ ms }) => ms)).toFixed(0)} ms (median); all answered in ${total.toFixed(0)} ms`,
  )
}

/** Works through a list with so many at once, in order of the list. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let at = 0
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (at < items.length) {
        const mine = at++
        // The list was long enough a line above; holes are items too.
        results[mine] = await work(items[mine] as Item)
      }
    }),
  )
  return results
}
