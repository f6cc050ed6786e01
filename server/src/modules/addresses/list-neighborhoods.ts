import type { neighborhoodCall } from '@clube/contract/addresses/list-calls.ts'
import type { AddressOption } from '@clube/contract/addresses/page.ts'
import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import type { ParsedQueryOf } from '@clube/contract/kernel/call.ts'
import type { Db } from '../../db/database.ts'
import { findNeighborhood, findNeighborhoods } from './address-store.ts'
import type { NeighborhoodRow } from './address-store.ts'
import { readNamePage } from './name-search.ts'
import type { NamePage } from './name-search.ts'

/** Lists a city's neighborhoods by name, or finds one by id. Spec §7 "Neighborhood lookup". */
export async function listNeighborhoods(
  deps: { readonly db: Db },
  filter: ParsedQueryOf<typeof neighborhoodCall>,
): Promise<NamePage<AddressOption>> {
  const { id, city_id } = filter
  if (id !== undefined) {
    const found = await findNeighborhood(deps.db, id)
    const isInScope = found !== undefined && (city_id === undefined || found.city_id === city_id)
    return { rows: isInScope ? [optionOf(found)] : [], next_cursor: null }
  }
  if (city_id === undefined) return { rows: [], next_cursor: null }
  const page = await readNamePage(
    { text: normalizeForSearch(filter.text ?? ''), cursor: filter.cursor },
    (range) => findNeighborhoods(deps.db, { city_id, range }),
  )
  return { ...page, rows: page.rows.map(optionOf) }
}

function optionOf(neighborhood: NeighborhoodRow): AddressOption {
  return { id: neighborhood.id, text: neighborhood.name }
}
