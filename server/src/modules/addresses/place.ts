import { neighborhoodMaxLength, streetMaxLength } from '@clube/contract/brazil/address-text.ts'
import { parseCep } from '@clube/contract/brazil/cep.ts'
import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import type { Db } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import { findCity, findNeighborhood, findNeighborhoodByName, hasStreet } from './address-store.ts'
import { lookUpPostalAddress } from './look-up-postal-address.ts'

/** The ids in an address form. */
export type Place = {
  readonly state_id: number
  readonly city_id: number
  readonly district_id?: number | null | undefined
}

/** Checks that state, city and neighborhood match. @returns the city's name, or null */
export async function checkPlace(
  deps: { readonly db: Db },
  place: Place,
): Promise<{ city_name: string; neighborhood_name: string | null } | null> {
  const city = await findCity(deps.db, place.city_id)
  if (city === undefined || city.state_id !== place.state_id) return null
  if (place.district_id === undefined || place.district_id === null)
    return { city_name: city.name, neighborhood_name: null }
  const neighborhood = await findNeighborhood(deps.db, place.district_id)
  if (neighborhood === undefined || neighborhood.city_id !== city.id) return null
  return { city_name: city.name, neighborhood_name: neighborhood.name }
}

/** The names in an address form. */
export type NamedPlace = {
  readonly cep: string
  readonly city_id: number
  readonly neighborhood: string
  readonly street_name: string
}

/**
 * Names longer than the free-text limit (spec §2, §5) that are neither in the city's lists nor in the data known
 * for the CEP. External directories are not queried again: their earlier responses are cached.
 */
export async function namesTooLong(
  deps: { readonly db: Db; readonly clock: Clock },
  place: NamedPlace,
): Promise<('neighborhood' | 'street_name')[]> {
  const { city_id, neighborhood, street_name } = place
  const isLong = {
    neighborhood: neighborhood.length > neighborhoodMaxLength,
    street_name: street_name.length > streetMaxLength,
  }
  if (!isLong.neighborhood && !isLong.street_name) return []
  const cep = parseCep(place.cep)
  const known = cep.ok ? await lookUpPostalAddress({ ...deps, directories: [] }, cep.value) : {}
  const isCityOfCep = known.cidade_id === city_id
  const [neighborhoodText, streetText] = [normalizeForSearch(neighborhood), normalizeForSearch(street_name)]
  const isListed = {
    neighborhood:
      (isCityOfCep && normalizeForSearch(known.bairro ?? '') === neighborhoodText) ||
      (await findNeighborhoodByName(deps.db, { city_id, search: neighborhoodText })) !== undefined,
    street_name:
      (isCityOfCep && normalizeForSearch(known.endereco ?? '') === streetText) ||
      (await hasStreet(deps.db, { city_id, search: streetText })),
  }
  return (['neighborhood', 'street_name'] as const).filter((name) => isLong[name] && !isListed[name])
}
