import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import type pg from 'pg'
import { cityOf, shuffleCities, generateStreets } from './streets.ts'
import type { Street } from './streets.ts'

/** Fills the `street` table with generated streets. @returns the stored rows */
export async function fillStreets(
  pool: pg.Pool,
  cities: readonly { id: number }[],
  streetCount: number,
): Promise<Street[]> {
  const rows = generateStreets(shuffleCities(cities.map(({ id }) => id)), streetCount)
  for (let from = 0; from < rows.length; from += 20_000) {
    const chunk = rows.slice(from, from + 20_000)
    await pool.query(
      `insert into street (city_id, street_type, name, search)
       select * from unnest($1::int[], $2::text[], $3::text[], $4::text[]) on conflict do nothing`,
      [
        chunk.map(cityOf),
        chunk.map((row) => row.street_type),
        chunk.map((row) => row.name),
        chunk.map((row) => normalizeForSearch(row.name)),
      ],
    )
  }
  await pool.query('vacuum (analyze) street')
  await pool.query('vacuum (analyze) city')
  return (await pool.query<Street>('select id, city_id, search from street')).rows
}

/** Adds copies of the streets without the search column, and with only a trigram index. */
export async function addNaiveTables(pool: pg.Pool): Promise<void> {
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

export function countStreetsInLargestCity(streets: readonly Street[]): number {
  const counts = new Map<number, number>()
  for (const { city_id } of streets) counts.set(city_id, (counts.get(city_id) ?? 0) + 1)
  return Math.max(...counts.values())
}
