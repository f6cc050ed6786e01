import { cityCall, neighborhoodCall, streetCall } from '@clube/contract/addresses/list-calls.ts'
import type { AddressOption } from '@clube/contract/addresses/page.ts'
import type { OptionQuery } from '../../kit/autocomplete/use-async-options.ts'
import type { Send } from '../../platform/api/client.ts'
import { showFailure } from '../../platform/api/show-failure.ts'
import { failureOf, pageOf } from '../call-failed.ts'

type AddressPage = { data: readonly AddressOption[]; next_cursor: string | null }
export type LoadAddresses = (query: OptionQuery, signal: AbortSignal) => Promise<AddressPage>

/** Loads the cities of one state or of all. */
export const loadCities =
  (send: Send, state_id: number | null): LoadAddresses =>
  (query, signal) =>
    pageOf(send(cityCall, { query: { ...query, state_id: state_id ?? undefined }, signal }))

/** Loads the neighborhoods of a city. */
export const loadNeighborhoods =
  (send: Send, city_id: number | null): LoadAddresses =>
  (query, signal) =>
    pageOf(send(neighborhoodCall, { query: { ...query, city_id: city_id ?? undefined }, signal }))

type StreetFilters = { city_id: number | null; district_id: number | null }

/** Loads the streets of a city or of one of its neighborhoods; responses are cached per query (spec §7). */
export function loadStreets(send: Send, { city_id, district_id }: StreetFilters): LoadAddresses {
  const cached = new Map<string, AddressPage>()
  return async (query, signal) => {
    const key = JSON.stringify([query.text, query.id, query.cursor])
    const filters = { ...query, city_id: city_id ?? undefined, district_id: district_id ?? undefined }
    const page = cached.get(key) ?? (await pageOf(send(streetCall, { query: filters, signal })))
    cached.set(key, page)
    return page
  }
}

/** Shows the autocomplete message when a list fails to load (spec §8); the previous options are kept. */
export const showListFailure = (error: unknown): void =>
  showFailure(failureOf(error), { place: 'autocomplete' })
