/* `npm run bench -- addresses`: city and street autocomplete. Baseline: a primary-key select. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../server/src/db/database.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { checkResults, checkPlans } from './addresses/checks.ts'
import { reportValues } from './measure.ts'
import { candidatesOf, baselineOf, type Candidate } from './addresses/candidates.ts'
import { addNaiveTables, fillStreets, countStreetsInLargestCity } from './addresses/database.ts'
import { createInputGenerator, type City, type SearchInput } from './addresses/search-inputs.ts'

const rounds = Number(process.env['PAIRS'] ?? 10)
const streetCount = Number(process.env['STREETS'] ?? 1_000_000)
const inputsPerRound = Number(process.env['QUERIES'] ?? 300)
/** Divides the number of inputs for slow candidates. */
const slowDivisor = 10

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
    `${cities.length} cities, ${streets.length} streets, largest city ${countStreetsInLargestCity(streets)} streets\n`,
  )
  const nextInput = createInputGenerator(streets, cities)
  await checkResults(db, streets, nextInput)
  await checkPlans(url, nextInput)

  console.log('| query | ratio p50 | ratio p99 | target | ms p50 | ms p99 |')
  console.log('|---|---|---|---|---|---|')
  for (const candidate of candidatesOf(db)) await compare(candidate, { baseline: baselineOf(db), nextInput })
  await close()
}

/** One row of the table: a candidate against the baseline, with the same inputs and in alternating order. */
async function compare(
  { name, goal, slow, search }: Candidate,
  comparison: { baseline: Candidate['search']; nextInput: () => SearchInput },
): Promise<void> {
  const { baseline, nextInput } = comparison
  const size = slow ? Math.max(20, Math.round(inputsPerRound / slowDivisor)) : inputsPerRound
  await measureEach(search, Array.from({ length: size }, nextInput))
  const pairs: { p50: number; p99: number; ms50: number; ms99: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const inputs = Array.from({ length: size }, nextInput)
    const order = round % 2 === 0 ? [baseline, search] : [search, baseline]
    const measured = new Map<unknown, number[]>()
    for (const query of order) measured.set(query, await measureEach(query, inputs))
    const baselineMs = measured.get(baseline) ?? []
    const candidateMs = measured.get(search) ?? []
    pairs.push({
      p50: quantile(candidateMs, 0.5) / quantile(baselineMs, 0.5),
      p99: quantile(candidateMs, 0.99) / quantile(baselineMs, 0.99),
      ms50: quantile(candidateMs, 0.5),
      ms99: quantile(candidateMs, 0.99),
    })
  }
  const column = (key: 'p50' | 'p99') => {
    const values = pairs.map((pair) => pair[key])
    return `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)})`
  }
  const ms = (key: 'ms50' | 'ms99') => median(pairs.map((pair) => pair[key])).toFixed(2)
  const target = goal ? `${goal.percentile} ≤ ${goal.atMost}` : ''
  console.log(`| ${name} | ${column('p50')} | ${column('p99')} | ${target} | ${ms('ms50')} | ${ms('ms99')} |`)
  if (goal)
    reportValues(
      {
        row: 6,
        what: `addresses, ${name}, ${goal.percentile}`,
        goal: { atMost: goal.atMost },
        unit: 'times',
      },
      pairs.map((pair) => pair[goal.percentile]),
    )
}

/** The duration of the query for each input in milliseconds, sorted. */
async function measureEach<Input>(
  query: (input: Input) => Promise<unknown>,
  inputs: readonly Input[],
): Promise<number[]> {
  const durations: number[] = []
  for (const input of inputs) {
    const start = performance.now()
    await query(input)
    durations.push(performance.now() - start)
  }
  return durations.sort((a, b) => a - b)
}

function quantile(sorted: readonly number[], fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}

function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}
