import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import type { AddressRecord } from './import-record.ts'
import type { NewNeighborhood, NewStreetNeighborhood, NewPostalCode, NewStreet } from './import-store.ts'

/** The distinct rows of a batch of records. */
export type Batch = {
  readonly neighborhoods: readonly NewNeighborhood[]
  readonly streets: readonly NewStreet[]
  readonly streetNeighborhoods: readonly NewStreetNeighborhood[]
  readonly postal_codes: readonly NewPostalCode[]
}

/** Collects records: a census file has a line per house and repeats the same street hundreds of times. */
export function collectBatch(records: readonly AddressRecord[], onDuplicate: 'merge' | 'replace'): Batch {
  const neighborhoods = new Map<string, NewNeighborhood>()
  const streets = new Map<string, NewStreet>()
  const streetNeighborhoods = new Map<string, NewStreetNeighborhood>()
  const codes = new Map<string, NewPostalCode>()
  for (const { cep, city_id, neighborhood, street } of records) {
    const neighborhoodSearch = neighborhood === null ? null : normalizeForSearch(neighborhood)
    const streetSearch = street === null ? null : normalizeForSearch(street.name)
    const street_type = street?.street_type ?? null
    if (neighborhood !== null && neighborhoodSearch !== null)
      setFirst(neighborhoods, `${city_id}:${neighborhoodSearch}`, {
        city_id,
        name: neighborhood,
        search: neighborhoodSearch,
      })
    if (street !== null && streetSearch !== null)
      setFirst(streets, `${city_id}:${street_type}:${streetSearch}`, {
        city_id,
        street_type,
        name: street.name,
        search: streetSearch,
      })
    if (neighborhoodSearch !== null && streetSearch !== null)
      setFirst(streetNeighborhoods, `${city_id}:${neighborhoodSearch}:${street_type}:${streetSearch}`, {
        city_id,
        neighborhood: neighborhoodSearch,
        street: streetSearch,
        street_type,
      })
    if (cep === null) continue
    const code = {
      cep,
      city_id,
      neighborhood: neighborhoodSearch,
      neighborhood_differs: false,
      street: streetSearch,
      street_type,
      street_differs: false,
    }
    const earlier = onDuplicate === 'merge' ? codes.get(cep) : undefined
    codes.set(cep, earlier === undefined ? code : mergePostalCodes(earlier, code))
  }
  return {
    neighborhoods: [...neighborhoods.values()],
    streets: [...streets.values()],
    streetNeighborhoods: [...streetNeighborhoods.values()],
    postal_codes: [...codes.values()],
  }
}

function setFirst<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (!map.has(key)) map.set(key, value)
}

/** Merges two lines for one postal code: conflicting values are dropped, missing ones are filled in. */
function mergePostalCodes(first: NewPostalCode, second: NewPostalCode): NewPostalCode {
  if (first.city_id !== second.city_id) return first
  const street = first.street === null && !first.street_differs ? second : first
  const isDifferentStreet =
    second.street !== null && (second.street !== street.street || second.street_type !== street.street_type)
  const street_differs = first.street_differs || isDifferentStreet
  const neighborhood = first.neighborhood ?? (first.neighborhood_differs ? null : second.neighborhood)
  const isDifferentNeighborhood = second.neighborhood !== null && second.neighborhood !== neighborhood
  const neighborhood_differs = first.neighborhood_differs || isDifferentNeighborhood
  return {
    cep: first.cep,
    city_id: first.city_id,
    neighborhood: neighborhood_differs ? null : neighborhood,
    neighborhood_differs,
    street: street_differs ? null : street.street,
    street_type: street_differs ? null : street.street_type,
    street_differs,
  }
}
