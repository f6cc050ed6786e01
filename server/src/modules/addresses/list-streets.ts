import type { streetCall } from '@clube/contract/addresses/list-calls.ts'
import type { AddressOption } from '@clube/contract/addresses/page.ts'
import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import { splitStreet, streetTypeLabels } from '@clube/contract/brazil/street-types.ts'
import type { ParsedQueryOf } from '@clube/contract/kernel/call.ts'
import type { Db } from '../../db/database.ts'
import { findStreet, findStreets } from './address-store.ts'
import type { StreetRow } from './address-store.ts'
import { readNamePage } from './name-search.ts'
import type { NamePage } from './name-search.ts'

/**
 * Lists the streets of a city or neighborhood by name, or finds one by id. The text may start with a street type:
 * "avenida pau" finds avenues only. Spec §7 "Street search".
 */
export async function listStreets(
  deps: { readonly db: Db },
  filter: ParsedQueryOf<typeof streetCall>,
): Promise<NamePage<AddressOption>> {
  const { id, city_id, district_id } = filter
  if (id !== undefined) {
    const street = await findStreet(deps.db, id)
    const isInScope = street !== undefined && (city_id === undefined || street.city_id === city_id)
    return { rows: isInScope ? [optionOf(street)] : [], next_cursor: null }
  }
  if (city_id === undefined && district_id === undefined) return { rows: [], next_cursor: null }
  const { street_type, street_name } = splitStreet(filter.text ?? '')
  const page = await readNamePage({ text: normalizeForSearch(street_name), cursor: filter.cursor }, (range) =>
    findStreets(deps.db, { city_id, district_id, street_type, range }),
  )
  return { ...page, rows: page.rows.map(optionOf) }
}

function optionOf({ id, name, street_type }: StreetRow): AddressOption {
  return street_type === null
    ? { id, text: name, additional_data: { street_name: name } }
    : {
        id,
        text: `${streetTypeLabels[street_type]} ${name}`,
        additional_data: { street_type, street_name: name },
      }
}
