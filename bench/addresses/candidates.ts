import { sql } from 'kysely'
import type { Db } from '../../server/src/db/database.ts'
import { findCities, findStreet, findStreets } from '../../server/src/modules/addresses/address-store.ts'
import { listCities } from '../../server/src/modules/addresses/list-cities.ts'
import { listStreets } from '../../server/src/modules/addresses/list-streets.ts'
import type { NameRange } from '../../server/src/modules/addresses/name-search.ts'
import type { SearchInput } from './search-inputs.ts'
import type { Street } from './streets.ts'

/** Maximum rows read by each statement. */
export const limit = 51

export type Candidate = {
  name: string
  goal?: { percentile: 'p50' | 'p99'; atMost: number }
  /** Measured with fewer inputs. */
  slow?: true
  search: (input: SearchInput) => Promise<unknown>
}

export const range = (match: NameRange['match'], text: string): NameRange => ({
  match,
  text,
  after: null,
  limit,
})

/** Streets in the same city within a range of names. */
export const findStreetsInCity = (db: Db, street: Street, names: NameRange) =>
  findStreets(db, {
    city_id: street.city_id,
    district_id: undefined,
    street_type: undefined,
    range: names,
  })

/** The baseline: one street by primary key. */
export const baselineOf =
  (db: Db) =>
  (input: SearchInput): Promise<unknown> =>
    findStreet(db, input.street.id)

export const candidatesOf = (db: Db): Candidate[] => [
  { name: 'select 1', search: () => sql`select ${1}::int as one`.execute(db) },
  {
    name: 'street prefix',
    goal: { percentile: 'p50', atMost: 1.5 },
    search: ({ street, prefix }) => findStreetsInCity(db, street, range('prefix', prefix)),
  },
  {
    name: 'street contains',
    goal: { percentile: 'p99', atMost: 15 },
    search: ({ street, inner }) => findStreetsInCity(db, street, range('within', inner)),
  },
  {
    name: 'city prefix',
    goal: { percentile: 'p50', atMost: 1.5 },
    search: ({ cityPrefix }) => findCities(db, { state_id: undefined, range: range('prefix', cityPrefix) }),
  },
  {
    name: 'city contains',
    goal: { percentile: 'p99', atMost: 15 },
    search: ({ cityInner }) => findCities(db, { state_id: undefined, range: range('within', cityInner) }),
  },
  {
    name: 'street page as served (prefix typed)',
    search: ({ street, prefix }) => listStreets({ db }, { city_id: street.city_id, text: prefix }),
  },
  {
    name: 'city page as served (prefix typed)',
    search: ({ cityPrefix }) => listCities({ db }, { text: cityPrefix }),
  },
  {
    name: 'naive: unaccent(lower(name)) in the city',
    slow: true,
    search: ({ street, inner }) =>
      sql`select id, name, street_type from street_naive where city_id = ${street.city_id}
          and unaccent(lower(name)) like ${`%${inner}%`} order by name limit ${limit}`.execute(db),
  },
  {
    name: 'naive: trigram index alone',
    slow: true,
    search: ({ street, inner }) =>
      sql`select id, name, street_type from street_trigram where city_id = ${street.city_id}
          and search like ${`%${inner}%`} order by search, id limit ${limit}`.execute(db),
  },
]
