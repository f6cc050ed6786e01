import { Kysely, PostgresDialect } from 'kysely'
import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Db } from '../../server/src/db/database.ts'
import type { Tables } from '../../server/src/db/tables.ts'
import { findCities, findStreets } from '../../server/src/modules/addresses/address-store.ts'
import type { NameRange } from '../../server/src/modules/addresses/name-search.ts'
import { inCity, limit, range } from './contenders.ts'
import type { Question } from './questions.ts'
import type { Street } from './streets.ts'

/** Compares the statements' results with a linear search of the generated list. */
export async function checkAnswers(
  db: Db,
  streets: readonly Street[],
  question: () => Question,
): Promise<void> {
  for (let time = 0; time < 40; time++) {
    const { street, prefix, inner } = question()
    const own = streets.filter((other) => other.city_id === street.city_id)
    const expected = (match: NameRange['match'], sought: string) =>
      own
        .filter(({ search }) => search.includes(sought) && search.startsWith(sought) === (match === 'prefix'))
        .sort((a, b) => (a.search < b.search ? -1 : a.search > b.search ? 1 : a.id - b.id))
        .slice(0, limit)
        .map(({ id }) => id)
    for (const [match, sought] of [
      ['prefix', prefix],
      ['within', inner],
    ] as const) {
      const found = (await inCity(db, street, range(match, sought))).map(({ id }) => id)
      if (JSON.stringify(found) !== JSON.stringify(expected(match, sought)))
        throw new Error(`Wrong answer for ${match} "${sought}" in ${street.city_id}`)
    }
  }
  console.log('answers checked against a plain search: 80')
}

/** Every list must use an index-only scan, with both a custom and a generic plan. */
export async function checkPlans(address: string, question: () => Question): Promise<void> {
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
      range: { ...range(match, sought), after: { search: sought, id: 5 } },
    })
  for (const [match, sought] of [
    ['prefix', cityPrefix],
    ['within', cityInner],
  ] as const)
    await findCities(probe, { state_id: 25, range: range(match, sought) })
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
      if (!isAlone || plan.includes('"Sort"')) throw new Error(`Not an index-only scan:\n${text}\n${plan}`)
    }
  }
  await probe.destroy()
  console.log(
    `plans checked, index only without a sort and without a look at the table: ${seen.length * 2}\n`,
  )
}

async function planOf(pool: pg.Pool, text: string, parameters: unknown[] = []): Promise<string> {
  const { rows } = await pool.query(`explain (analyze, format json) ${text}`, parameters)
  return JSON.stringify(rows, null, 1)
}
