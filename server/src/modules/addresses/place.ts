import type { Db } from '../../db/database.ts'
import { findCity, findNeighborhood } from './address-store.ts'

/** Ids that a form sends together. */
export type Place = {
  readonly state_id: number
  readonly city_id: number
  readonly district_id?: number | null | undefined
}

/** The city's name, and proof that state, city and neighborhood belong together; null when they do not. */
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
