/* Row 6 of the performance table: city and street autocomplete, a primary-key select = 1. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { searchText } from '@clube/contract/brazil/search-text.ts'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { openDatabase } from '../server/src/db/database.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { migrate } from '../server/src/db/migrate.ts'
import type { Tables } from '../server/src/db/tables.ts'
import { findCities, findStreet, findStreets } from '../server/src/modules/addresses/address-store.ts'
import { listCities } from '../server/src/modules/addresses/list-cities.ts'
import { listStreets } from '../server/src/modules/addresses/list-streets.ts'
import type { NameStretch } from '../server/src/modules/addresses/name-search.ts'
import { cityOf, cityRows, streetRows } from './addresses/streets.ts'
import type { Street } from './addresses/streets.ts'

const rounds = Number(process.env['PAIRS'] ?? 10)
const streetCount = Number(process.env['STREETS'] ?? 1_000_000)
const perRound = Number(process.env['QUERIES'] ?? 300)
/** The slow contenders are measured on fewer questions. */
const slowShare = 10
const limit = 51

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
  const cities = (await pool.query<{ id: number; search: string }>('select id, search from city')).rows
  const streets = await load(pool, cities)
  await addNaiveTables(pool)
  console.log(
    `${cities.length} cities, ${streets.length} streets, largest city ${largestCity(streets)} streets\n`,
  )

  const random = randomFrom(7)
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item
  const question = () => {
    const street = pick(streets)
    const words = street.search.split(' ')
    const word = words.length > 1 ? pick(words.slice(1)) : street.search
    const city = pick(cities)
    return {
      street,
      city,
      prefix: street.search.slice(0, 3 + Math.floor(random() * 4)).trim(),
      inner: word.slice(0, 4),
      cityPrefix: city.search.slice(0, 3),
      cityInner: city.search.slice(2, 6).trim(),
    }
  }
  type Question = ReturnType<typeof question>
  const stretch = (match: NameStretch['match'], sought: string): NameStretch => ({
    match,
    sought,
    after: null,
    limit,
  })
  const inCity = (street: Street, part: NameStretch) =>
    findStreets(db, {
      city_id: street.city_id,
      district_id: undefined,
      street_type: undefined,
      stretch: part,
    })

  const floor = (asked: Question) => findStreet(db, asked.street.id)
  const contenders: {
    name: string
    goal?: string
    slow?: true
    ask: (asked: Question) => Promise<unknown>
  }[] = [
    { name: 'select 1', ask: () => sql`select ${1}::int as one`.execute(db) },
    {
      name: 'street prefix',
      goal: 'p50 ≤ 1.5',
      ask: ({ street, prefix }) => inCity(street, stretch('prefix', prefix)),
    },
    {
      name: 'street contains',
      goal: 'p99 ≤ 15',
      ask: ({ street, inner }) => inCity(street, stretch('within', inner)),
    },
    {
      name: 'city prefix',
      goal: 'p50 ≤ 1.5',
      ask: ({ cityPrefix }) =>
        findCities(db, { state_id: undefined, stretch: stretch('prefix', cityPrefix) }),
    },
    {
      name: 'city contains',
      goal: 'p99 ≤ 15',
      ask: ({ cityInner }) => findCities(db, { state_id: undefined, stretch: stretch('within', cityInner) }),
    },
    {
      name: 'street page as served (prefix typed)',
      ask: ({ street, prefix }) => listStreets({ db }, { city_id: street.city_id, text: prefix }),
    },
    {
      name: 'city page as served (prefix typed)',
      ask: ({ cityPrefix }) => listCities({ db }, { text: cityPrefix }),
    },
    {
      name: 'naive: unaccent(lower(name)) in the city',
      slow: true,
      ask: ({ street, inner }) =>
        sql`select id, name, street_type from street_naive where city_id = ${street.city_id}
          and unaccent(lower(name)) like ${`%${inner}%`} order by name limit ${limit}`.execute(db),
    },
    {
      name: 'naive: trigram index alone',
      slow: true,
      ask: ({ street, inner }) =>
        sql`select id, name, street_type from street_trigram where city_id = ${street.city_id}
          and search like ${`%${inner}%`} order by search, id limit ${limit}`.execute(db),
    },
  ]

  await checkAnswers()
  await checkPlans(url)

  console.log('| question | ratio p50 | ratio p99 | goal | ms p50 | ms p99 |')
  console.log('|---|---|---|---|---|---|')
  for (const { name, goal, slow, ask } of contenders) {
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
    console.log(
      `| ${name} | ${column('p50')} | ${column('p99')} | ${goal ?? ''} | ${ms('ms50')} | ${ms('ms99')} |`,
    )
  }
  await close()

  /** Holds what the statements find against a plain search through the generated list. */
  async function checkAnswers(): Promise<void> {
    for (let time = 0; time < 40; time++) {
      const { street, prefix, inner } = question()
      const own = streets.filter((other) => other.city_id === street.city_id)
      const expected = (match: NameStretch['match'], sought: string) =>
        own
          .filter(
            ({ search }) => search.includes(sought) && search.startsWith(sought) === (match === 'prefix'),
          )
          .sort((a, b) => (a.search < b.search ? -1 : a.search > b.search ? 1 : a.id - b.id))
          .slice(0, limit)
          .map(({ id }) => id)
      for (const [match, sought] of [
        ['prefix', prefix],
        ['within', inner],
      ] as const) {
        const found = (await inCity(street, stretch(match, sought))).map(({ id }) => id)
        if (JSON.stringify(found) !== JSON.stringify(expected(match, sought)))
          throw new Error(`Wrong answer for ${match} "${sought}" in ${street.city_id}`)
      }
    }
    console.log('answers checked against a plain search: 80')
  }

  /** Every list must be read from its covering index alone, with a plan for these values and with a general one. */
  async function checkPlans(address: string): Promise<void> {
    const seen: CompiledQuery[] = []
    const probePool = new pg.Pool({ connectionString: address, max: 1 })
    const probe = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: probePool }),
      log: (event) => {
        seen.push(event.query)
      },
    })
    const { street, prefix, inner, cityPrefix, cityInner } = question()
    for (const [match, sought] of [
      ['prefix', prefix],
      ['within', inner],
    ] as const)
      await findStreets(probe, {
        city_id: street.city_id,
        district_id: undefined,
        street_type: undefined,
        stretch: { ...stretch(match, sought), after: { search: sought, id: 5 } },
      })
    for (const [match, sought] of [
      ['prefix', cityPrefix],
      ['within', cityInner],
    ] as const)
      await findCities(probe, { state_id: 25, stretch: stretch(match, sought) })
    for (const { sql: text, parameters } of seen) {
      const values = parameters.map((value) =>
        typeof value === 'number' ? String(value) : `'${String(value)}'`,
      )
      await probePool.query('set plan_cache_mode = force_generic_plan')
      await probePool.query(`prepare general as ${text}`)
      const general = await planOf(probePool, `execute general(${values.join(', ')})`)
      await probePool.query('deallocate general')
      const special = await planOf(probePool, text, [...parameters])
      for (const plan of [general, special]) {
        const isAlone = plan.includes('Index Only Scan') && plan.includes('"Heap Fetches": 0')
        if (!isAlone || plan.includes('"Sort"')) throw new Error(`Not by the index alone:\n${text}\n${plan}`)
      }
    }
    await probe.destroy()
    console.log(
      `plans checked, index only without a sort and without a look at the table: ${seen.length * 2}\n`,
    )
  }
}

async function planOf(pool: pg.Pool, text: string, parameters: unknown[] = []): Promise<string> {
  const { rows } = await pool.query(`explain (analyze, format json) ${text}`, parameters)
  return JSON.stringify(rows, null, 1)
}

async function load(pool: pg.Pool, cities: readonly { id: number; search: string }[]): Promise<Street[]> {
  const rows = streetRows(cityRows(cities.map(({ id }) => id)), streetCount)
  for (let from = 0; from < rows.length; from += 20_000) {
    const part = rows.slice(from, from + 20_000)
    await pool.query(
      `insert into street (city_id, street_type, name, search)
       select * from unnest($1::int[], $2::text[], $3::text[], $4::text[]) on conflict do nothing`,
      [
        part.map(cityOf),
        part.map((row) => row.street_type),
        part.map((row) => row.name),
        part.map((row) => searchText(row.name)),
      ],
    )
  }
  await pool.query('vacuum (analyze) street')
  await pool.query('vacuum (analyze) city')
  return (await pool.query<Street>('select id, city_id, search from street')).rows
}

async function addNaiveTables(pool: pg.Pool): Promise<void> {
  await pool.query('create extension if not exists unaccent')
  await pool.query('create extension if not exists pg_trgm')
  await pool.query(
    'create table street_naive as select id, city_id, street_type, name from street order by random()',
  )
  await pool.query('create index on street_naive (city_id)')
  await pool.query(
    'create table street_trigram as select id, city_id, street_type, name, search from street order by random()',
  )
  await pool.query('create index on street_trigram using gin (search gin_trgm_ops)')
  await pool.query('vacuum (analyze) street_naive')
  await pool.query('vacuum (analyze) street_trigram')
}

function largestCity(streets: readonly Street[]): number {
  const counts = new Map<number, number>()
  for (const { city_id } of streets) counts.set(city_id, (counts.get(city_id) ?? 0) + 1)
  return Math.max(...counts.values())
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

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
