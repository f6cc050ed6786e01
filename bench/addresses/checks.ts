import { Kysely, PostgresDialect } from 'kysely'
import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Db } from '../../server/src/db/database.ts'
import type { Tables } from '../../server/src/db/tables.ts'
import { findCities, findStreets } from '../../server/src/modules/addresses/address-store.ts'
import type { NameRange } from '../../server/src/modules/addresses/name-search.ts'
import { findStreetsInCity, limit, range } from './candidates.ts'
import type { SearchInput } from './search-inputs.ts'
import type { Street } from './streets.ts'

/** Compares the statements' results with a linear search of the generated list. */
export async function checkResults(
  db: Db,
  streets: readonly Street[],
  nextInput: () => SearchInput,
): Promise<void> {
  for (let i = 0; i < 40; i++) {
    const { street, prefix, inner } = nextInput()
    const streetsInCity = streets.filter((other) => other.city_id === street.city_id)
    const expected = (match: NameRange['match'], text: string) =>
      streetsInCity
        .filter(({ search }) => search.includes(text) && search.startsWith(text) === (match === 'prefix'))
        .sort((a, b) => (a.search < b.search ? -1 : a.search > b.search ? 1 : a.id - b.id))
        .slice(0, limit)
        .map(({ id }) => id)
    for (const [match, text] of [
      ['prefix', prefix],
      ['within', inner],
    ] as const) {
      const found = (await findStreetsInCity(db, street, range(match, text))).map(({ id }) => id)
      if (JSON.stringify(found) !== JSON.stringify(expected(match, text)))
        throw new Error(`Wrong result for ${match} "${text}" in ${street.city_id}`)
    }
  }
  console.log('results checked against a linear search: 80')
}

/** Checks that every list uses an index-only scan, with both a custom and a generic plan. */
export async function checkPlans(url: string, nextInput: () => SearchInput): Promise<void> {
  const queries: CompiledQuery[] = []
  const probePool = new pg.Pool({ connectionString: url, max: 1 })
  const probe = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: probePool }),
    log: (event) => {
      queries.push(event.query)
    },
  })
  const { street, prefix, inner, cityPrefix, cityInner } = nextInput()
  for (const [match, text] of [
    ['prefix', prefix],
    ['within', inner],
  ] as const)
    await findStreets(probe, {
      city_id: street.city_id,
      district_id: undefined,
      street_type: undefined,
      range: { ...range(match, text), after: { search: text, id: 5 } },
    })
  for (const [match, text] of [
    ['prefix', cityPrefix],
    ['within', cityInner],
  ] as const)
    await findCities(probe, { state_id: 25, range: range(match, text) })
  for (const { sql: text, parameters } of queries) {
    const values = parameters.map((value) =>
      typeof value === 'number' ? String(value) : `'${String(value)}'`,
    )
    await probePool.query('set plan_cache_mode = force_generic_plan')
    await probePool.query(`prepare generic as ${text}`)
    const genericPlan = await explain(probePool, `execute generic(${values.join(', ')})`)
    await probePool.query('deallocate generic')
    const customPlan = await explain(probePool, text, [...parameters])
    for (const plan of [genericPlan, customPlan]) {
      const isIndexOnly = plan.includes('Index Only Scan') && plan.includes('"Heap Fetches": 0')
      if (!isIndexOnly || plan.includes('"Sort"'))
        throw new Error(`Not an index-only scan:\n${text}\n${plan}`)
    }
  }
  await probe.destroy()
  console.log(`plans checked, index-only without a sort and without heap fetches: ${queries.length * 2}\n`)
}

async function explain(pool: pg.Pool, text: string, parameters: unknown[] = []): Promise<string> {
  const { rows } = await pool.query(`explain (analyze, format json) ${text}`, parameters)
  return JSON.stringify(rows, null, 1)
}
