import { cityCall, neighborhoodCall, streetCall } from '@clube/contract/addresses/list-calls.ts'
import type { AddressOption } from '@clube/contract/addresses/page.ts'
import type { OptionQuery } from '../../kit/autocomplete/use-async-options.ts'
import type { Send } from '../../platform/api/client.ts'
import type { Sent } from '../../platform/api/failure.ts'
import { CallFailed } from '../call-failed.ts'

export type AddressPage = { data: readonly AddressOption[]; next_cursor: string | null }
export type LoadAddresses = (query: OptionQuery, signal: AbortSignal) => Promise<AddressPage>

/** Loads the municipalities of one state or of all. */
export const loadCities =
  (send: Send, state_id: number | null): LoadAddresses =>
  async (query, signal) =>
    pageOf(await send(cityCall, { query: { ...query, ...(state_id ? { state_id } : {}) }, signal }))

/** Loads the neighborhoods of a city. */
export const loadNeighborhoods =
  (send: Send, city_id: number | null): LoadAddresses =>
  async (query, signal) =>
    pageOf(await send(neighborhoodCall, { query: { ...query, ...(city_id ? { city_id } : {}) }, signal }))

/** Loads the streets of a city or of one of its neighborhoods; responses are cached per query (spec §7). */
export function loadStreets(
  send: Send,
  place: { city_id: number | null; district_id: number | null },
): LoadAddresses {
  const kept = new Map<string, AddressPage>()
  const { city_id, district_id } = place
  return async (query, signal) => {
    const key = JSON.stringify([query.text, query.id, query.cursor])
    const known = kept.get(key)
    if (known) return known
    const filters = { ...query, ...(city_id ? { city_id } : {}), ...(district_id ? { district_id } : {}) }
    const page = pageOf(await send(streetCall, { query: filters, signal }))
    kept.set(key, page)
    return page
  }
}

function pageOf(sent: Sent<readonly AddressOption[]>): AddressPage {
  if (!sent.ok) throw new CallFailed(sent.failure)
  return { data: sent.data, next_cursor: sent.next_cursor }
}
