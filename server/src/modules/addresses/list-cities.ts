import type { cityCall } from '@clube/contract/addresses/list-calls.ts'
import type { AddressOption } from '@clube/contract/addresses/page.ts'
import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import { stateById } from '@clube/contract/brazil/states.ts'
import type { ParsedQueryOf } from '@clube/contract/kernel/call.ts'
import type { Db } from '../../db/database.ts'
import { findCities, findCity } from './address-store.ts'
import type { CityRow } from './address-store.ts'
import { readNamePage } from './name-search.ts'
import type { NamePage } from './name-search.ts'

/** Lists cities by name, or finds one by id. Spec §7 "City lookup". */
export async function listCities(
  deps: { readonly db: Db },
  filter: ParsedQueryOf<typeof cityCall>,
): Promise<NamePage<AddressOption>> {
  const { id, state_id } = filter
  if (id !== undefined) {
    const city = await findCity(deps.db, id)
    const isInScope = city !== undefined && (state_id === undefined || city.state_id === state_id)
    return { rows: isInScope ? [optionOf(city)] : [], next_cursor: null }
  }
  const page = await readNamePage(
    { text: normalizeForSearch(filter.text ?? ''), cursor: filter.cursor },
    (range) => findCities(deps.db, { state_id, range }),
  )
  return { ...page, rows: page.rows.map(optionOf) }
}

function optionOf(city: CityRow): AddressOption {
  return { id: city.id, text: city.name, additional_data: { uf: stateById(city.state_id)?.uf } }
}
