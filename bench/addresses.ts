/* Row 6 of the performance table: city and street autocomplete, a primary-key select = 1. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../server/src/db/database.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { checkAnswers, checkPlans } from './addresses/checks.ts'
import { contendersOf, floorOf, type Contender } from './addresses/contenders.ts'
import { addNaiveTables, fillStreets, largestCity } from './addresses/database.ts'
import { questioner, type City, type Question } from './addresses/questions.ts'

const rounds = Number(process.env['PAIRS'] ?? 10)
const streetCount = Number(process.env['STREETS'] ?? 1_000_000)
const perRound = Number(process.env['QUERIES'] ?? 300)
/** Questions per run for the slow contenders. */
const slowShare = 10

const folder = await mkdtemp(join(tmpdir(), 'clube-bench-addresses-'))
const postgres = await startEmbeddedPostgres({ folder, settings: { shared_buffers: '512MB', jit: 'off' } })
try {
  await run(postgres.url)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function run(url: string): Promise<void> {
  await migrate(url)
  const { db, pool, close } = openDatabase(url, { poolSize: 1, statementTimeoutMs: 0 })
  const cities = (await pool.query<City>('select id, search from city')).rows
  const streets = await fillStreets(pool, cities, streetCount)
  await addNaiveTables(pool)
  console.log(
    `${cities.length} cities, ${streets.length} streets, largest city ${largestCity(streets)} streets\n`,
  )
  const question = questioner(streets, cities)
  await checkAnswers(db, streets, question)
  await checkPlans(url, question)

  console.log('| query | ratio p50 | ratio p99 | goal | ms p50 | ms p99 |')
  console.log('|---|---|---|---|---|---|')
  for (const contender of contendersOf(db))
    console.log(await compare(contender, { floor: floorOf(db), question }))
  await close()
}

/** One row of the table: a contender against the baseline, same questions, alternating order. */
async function compare(
  { name, goal, slow, ask }: Contender,
  against: { floor: Contender['ask']; question: () => Question },
): Promise<string> {
  const { floor, question } = against
  const size = slow ? Math.max(20, Math.round(perRound / slowShare)) : perRound
  await times(ask, Array.from({ length: size }, question))
  const pairs: { p50: number; p99: number; ms50: number; ms99: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const asked = Array.from({ length: size }, question)
    const order = round % 2 === 0 ? [floor, ask] : [ask, floor]
    const measured = new Map<unknown, number[]>()
    for (const one of order) measured.set(one, await times(one, asked))
    const base = measured.get(floor) ?? []
    const own = measured.get(ask) ?? []
    pairs.push({
      p50: quantile(own, 0.5) / quantile(base, 0.5),
      p99: quantile(own, 0.99) / quantile(base, 0.99),
      ms50: quantile(own, 0.5),
      ms99: quantile(own, 0.99),
    })
  }
  const column = (key: 'p50' | 'p99') => {
    const values = pairs.map((pair) => pair[key])
    return `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)})`
  }
  const ms = (key: 'ms50' | 'ms99') => median(pairs.map((pair) => pair[key])).toFixed(2)
  return `| ${name} | ${column('p50')} | ${column('p99')} | ${goal ?? ''} | ${ms('ms50')} | ${ms('ms99')} |`
}

async function times<Asked>(
  ask: (asked: Asked) => Promise<unknown>,
  asked: readonly Asked[],
): Promise<number[]> {
  const list: number[] = []
  for (const one of asked) {
    const start = performance.now()
    await ask(one)
    list.push(performance.now() - start)
  }
  return list.sort((a, b) => a - b)
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}
