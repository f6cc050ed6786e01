import type { StreetType } from '@clube/contract/brazil/street-types.ts'
import { sql } from 'kysely'
import type { Generated, RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { NameRange } from './name-search.ts'

type StateTable = { id: number; uf: string; name: string }
type CityTable = { id: number; state_id: number; name: string; search: string }
type NeighborhoodTable = { id: Generated<number>; city_id: number; name: string; search: string }
type StreetTable = {
  id: Generated<number>
  city_id: number
  street_type: StreetType | null
  name: string
  search: string
}
type StreetNeighborhoodTable = { neighborhood_id: number; street_id: number }

declare module '../../db/tables.ts' {
  interface Tables {
    state: StateTable
    city: CityTable
    neighborhood: NeighborhoodTable
    street: StreetTable
    street_neighborhood: StreetNeighborhoodTable
  }
}

export type CityRow = CityTable
export type NeighborhoodRow = { id: number; name: string; search: string }
export type StreetRow = { id: number; name: string; search: string; street_type: StreetType | null }

/** Sorts after every character of a normalized name, so that `text` to `text~` contains the names with the prefix `text`. */
const prefixEnd = '~'

/** A condition on `search` and `id` that their index serves with a single range scan. */
function isInRange(range: NameRange): RawBuilder<boolean> {
  const { match, text, after } = range
  const isPrefix = sql`search >= ${text} and search < ${text + prefixEnd}`
  const matches =
    text === ''
      ? sql`true`
      : match === 'prefix'
        ? isPrefix
        : sql`search like ${`%${text}%`} and not (${isPrefix})`
  return after === null
    ? sql<boolean>`(${matches})`
    : sql<boolean>`(${matches} and (search, id) > (${after.search}, ${after.id}::int))`
}

/** Cities of the country or of one state, ordered by normalized name. */
export async function findCities(
  db: Db,
  filter: { readonly state_id: number | undefined; readonly range: NameRange },
): Promise<CityRow[]> {
  return db
    .selectFrom('city')
    .select(['id', 'state_id', 'name', 'search'])
    .$if(filter.state_id !== undefined, (query) => query.where('state_id', '=', filter.state_id ?? 0))
    .where(isInRange(filter.range))
    .orderBy('search')
    .orderBy('id')
    .limit(filter.range.limit)
    .execute()
}

/** Neighborhoods of a city. */
export async function findNeighborhoods(
  db: Db,
  filter: { readonly city_id: number; readonly range: NameRange },
): Promise<NeighborhoodRow[]> {
  return db
    .selectFrom('neighborhood')
    .select(['id', 'name', 'search'])
    .where('city_id', '=', filter.city_id)
    .where(isInRange(filter.range))
    .orderBy('search')
    .orderBy('id')
    .limit(filter.range.limit)
    .execute()
}

export type StreetFilter = {
  readonly city_id: number | undefined
  readonly district_id: number | undefined
  readonly street_type: StreetType | undefined
  readonly range: NameRange
}

/** Streets of a city, of a neighborhood, or of both. */
export async function findStreets(db: Db, filter: StreetFilter): Promise<StreetRow[]> {
  const { city_id, district_id, street_type, range } = filter
  return db
    .selectFrom('street')
    .select(['id', 'name', 'search', 'street_type'])
    .$if(city_id !== undefined, (query) => query.where('city_id', '=', city_id ?? 0))
    .$if(district_id !== undefined, (query) =>
      query.where('id', 'in', (inner) =>
        inner
          .selectFrom('street_neighborhood')
          .select('street_id')
          .where('neighborhood_id', '=', district_id ?? 0),
      ),
    )
    .$if(street_type !== undefined, (query) => query.where('street_type', '=', street_type ?? null))
    .where(isInRange(range))
    .orderBy('search')
    .orderBy('id')
    .limit(range.limit)
    .execute()
}

export async function findCity(db: Db, id: number): Promise<CityRow | undefined> {
  return db
    .selectFrom('city')
    .select(['id', 'state_id', 'name', 'search'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findNeighborhood(
  db: Db,
  id: number,
): Promise<(NeighborhoodRow & { city_id: number }) | undefined> {
  return db
    .selectFrom('neighborhood')
    .select(['id', 'name', 'search', 'city_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findStreet(db: Db, id: number): Promise<(StreetRow & { city_id: number }) | undefined> {
  return db
    .selectFrom('street')
    .select(['id', 'name', 'search', 'street_type', 'city_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The city of a state with exactly this normalized name. */
export async function findCityByName(
  db: Db,
  city: { readonly state_id: number; readonly search: string },
): Promise<CityRow | undefined> {
  return db
    .selectFrom('city')
    .select(['id', 'state_id', 'name', 'search'])
    .where('state_id', '=', city.state_id)
    .where('search', '=', city.search)
    .executeTakeFirst()
}

/** The neighborhood of a city with exactly this normalized name. */
export async function findNeighborhoodByName(
  db: Db,
  neighborhood: { readonly city_id: number; readonly search: string },
): Promise<NeighborhoodRow | undefined> {
  return db
    .selectFrom('neighborhood')
    .select(['id', 'name', 'search'])
    .where('city_id', '=', neighborhood.city_id)
    .where('search', '=', neighborhood.search)
    .executeTakeFirst()
}

/** Whether a city has a street with exactly this normalized name, of any type. */
export async function hasStreet(
  db: Db,
  street: { readonly city_id: number; readonly search: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('street')
    .select('id')
    .where('city_id', '=', street.city_id)
    .where('search', '=', street.search)
    .executeTakeFirst()
  return found !== undefined
}
