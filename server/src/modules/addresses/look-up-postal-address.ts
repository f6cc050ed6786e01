import type { PostalAddress } from '@clube/contract/addresses/postal-address.ts'
import type { Cep } from '@clube/contract/brazil/cep.ts'
import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import { stateByUf } from '@clube/contract/brazil/states.ts'
import { splitStreet, streetTypeLabels } from '@clube/contract/brazil/street-types.ts'
import type { StreetType } from '@clube/contract/brazil/street-types.ts'
import type { Db } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import { PostalDirectoryUnavailable } from '../../ports/postal-directory.ts'
import type { PostalResponse, PostalDirectory } from '../../ports/postal-directory.ts'
import { findCity, findCityByName, findNeighborhoodByName } from './address-store.ts'
import { findPostalResponse, findPostalCode, cachePostalResponse } from './postal-store.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Cache lifetime of a directory's response. */
export const responseTtlMs = 30 * dayMs
/** Cache lifetime of "not found": shorter, because codes are created every day. */
export const unknownTtlMs = dayMs

export type PostalLookupDeps = {
  readonly db: Db
  readonly clock: Clock
  /** External directories in the order in which they are queried; none by default. */
  readonly directories: readonly PostalDirectory[]
}

/**
 * Finds the address of a postal code: in the local table, then in cached responses, then in the external
 * directories one after the other. An unknown code yields an object without fields; a failing directory is not an
 * error. Spec §3 "Postal-address lookup result", §7.
 */
export async function lookUpPostalAddress(deps: PostalLookupDeps, cep: Cep): Promise<PostalAddress> {
  const local = await findPostalCode(deps.db, cep)
  if (local !== undefined) {
    return {
      ...streetFields(local.street_type, local.street_name ?? ''),
      ...(local.neighborhood_name === null ? {} : { bairro: local.neighborhood_name }),
      ...(local.neighborhood_id === null ? {} : { bairro_id: local.neighborhood_id }),
      estado_id: local.state_id,
      cidade_id: local.city_id,
      cep,
    }
  }
  const response = await queryDirectories(deps, cep)
  return response === null ? {} : addressOf(deps.db, cep, response)
}

async function queryDirectories(deps: PostalLookupDeps, cep: Cep): Promise<PostalResponse | null> {
  const now = deps.clock()
  const cached = await findPostalResponse(deps.db, { cep, now })
  if (cached !== undefined) return cached.response
  if (deps.directories.length === 0) return null
  let areAllReachable = true
  for (const directory of deps.directories) {
    try {
      const found = await directory.find(cep)
      if (found === null) continue
      const response = cleanResponse(found)
      const expires_at = new Date(now.getTime() + responseTtlMs)
      await cachePostalResponse(deps.db, { cep, response, received_at: now, expires_at })
      return response
    } catch (error) {
      if (!(error instanceof PostalDirectoryUnavailable)) throw error
      areAllReachable = false
    }
  }
  // An unavailable directory might have the code.
  if (areAllReachable) {
    const expires_at = new Date(now.getTime() + unknownTtlMs)
    await cachePostalResponse(deps.db, { cep, response: null, received_at: now, expires_at })
  }
  return null
}

async function addressOf(db: Db, cep: Cep, response: PostalResponse): Promise<PostalAddress> {
  const state_id = stateByUf(response.uf)?.id
  const city = await cityOf(db, response, state_id)
  const { street_type, street_name } = splitStreet(response.street)
  const bairro = response.neighborhood
  const known =
    city === undefined || bairro === ''
      ? undefined
      : await findNeighborhoodByName(db, { city_id: city.id, search: normalizeForSearch(bairro) })
  return {
    ...streetFields(street_type ?? null, street_name),
    ...(bairro === '' ? {} : { bairro: known?.name ?? bairro }),
    ...(known === undefined ? {} : { bairro_id: known.id }),
    ...(state_id === undefined ? {} : { estado_id: state_id }),
    ...(city === undefined ? {} : { cidade_id: city.id }),
    cep,
  }
}

async function cityOf(db: Db, response: PostalResponse, state_id: number | undefined) {
  if (state_id === undefined) return undefined
  const byCode = response.city_id === null ? undefined : await findCity(db, response.city_id)
  if (byCode?.state_id === state_id) return byCode
  return findCityByName(db, { state_id, search: normalizeForSearch(response.city) })
}

function streetFields(street_type: StreetType | null, street_name: string): PostalAddress {
  if (street_name === '') return {}
  return street_type === null
    ? { endereco: street_name }
    : { logradouro: streetTypeLabels[street_type], endereco: street_name }
}

/** Makes each name a single line without characters that the database rejects. */
function cleanResponse(response: PostalResponse): PostalResponse {
  return {
    street: lineOf(response.street),
    neighborhood: lineOf(response.neighborhood),
    city: lineOf(response.city),
    uf: response.uf,
    city_id: response.city_id,
  }
}

function lineOf(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()
}
