import type { PostalAddress } from '@clube/contract/addresses/postal-address.ts'
import type { Cep } from '@clube/contract/brazil/cep.ts'
import { searchText } from '@clube/contract/brazil/search-text.ts'
import { stateByUf } from '@clube/contract/brazil/states.ts'
import { splitStreet, streetTypeLabels } from '@clube/contract/brazil/street-types.ts'
import type { StreetType } from '@clube/contract/brazil/street-types.ts'
import type { Db } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import { PostalDirectoryUnavailable } from '../../ports/postal-directory.ts'
import type { PostalAnswer, PostalDirectory } from '../../ports/postal-directory.ts'
import { findCity, findCityByName, findNeighborhoodByName } from './address-store.ts'
import { findPostalAnswer, findPostalCode, cachePostalAnswer } from './postal-store.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Cache lifetime of a directory's answer. */
export const answerLifeMs = 30 * dayMs
/** Cache lifetime of "not found": shorter, because codes are created every day. */
export const unknownLifeMs = dayMs

export type PostalLookupDeps = {
  readonly db: Db
  readonly clock: Clock
  /** External directories in the order in which they are queried; none by default. */
  readonly directories: readonly PostalDirectory[]
}

/**
 * Finds the address of a postal code: in our own table, then in cached answers, then in the external
 * directories one after the other. An unknown code yields an object without fields; a failing directory is not an
 * error. Spec §3 "Postal-address lookup result", §7.
 */
export async function lookUpPostalAddress(deps: PostalLookupDeps, cep: Cep): Promise<PostalAddress> {
  const own = await findPostalCode(deps.db, cep)
  if (own !== undefined) {
    return {
      ...streetFields(own.street_type, own.street_name ?? ''),
      ...(own.neighborhood_name === null ? {} : { bairro: own.neighborhood_name }),
      ...(own.neighborhood_id === null ? {} : { bairro_id: own.neighborhood_id }),
      estado_id: own.state_id,
      cidade_id: own.city_id,
      cep,
    }
  }
  const answer = await queryDirectories(deps, cep)
  return answer === null ? {} : addressOf(deps.db, cep, answer)
}

async function queryDirectories(deps: PostalLookupDeps, cep: Cep): Promise<PostalAnswer | null> {
  const now = deps.clock()
  const cached = await findPostalAnswer(deps.db, { cep, now })
  if (cached !== undefined) return cached.answer
  if (deps.directories.length === 0) return null
  let allReachable = true
  for (const directory of deps.directories) {
    try {
      const found = await directory.find(cep)
      if (found === null) continue
      const answer = cleanAnswer(found)
      const expires_at = new Date(now.getTime() + answerLifeMs)
      await cachePostalAnswer(deps.db, { cep, answer, answered_at: now, expires_at })
      return answer
    } catch (error) {
      if (!(error instanceof PostalDirectoryUnavailable)) throw error
      allReachable = false
    }
  }
  // An unavailable directory might have the code.
  if (allReachable) {
    const expires_at = new Date(now.getTime() + unknownLifeMs)
    await cachePostalAnswer(deps.db, { cep, answer: null, answered_at: now, expires_at })
  }
  return null
}

async function addressOf(db: Db, cep: Cep, answer: PostalAnswer): Promise<PostalAddress> {
  const state_id = stateByUf(answer.uf)?.id
  const city = await cityOf(db, answer, state_id)
  const { street_type, street_name } = splitStreet(answer.street)
  const bairro = answer.neighborhood
  const known =
    city === undefined || bairro === ''
      ? undefined
      : await findNeighborhoodByName(db, { city_id: city.id, search: searchText(bairro) })
  return {
    ...streetFields(street_type ?? null, street_name),
    ...(bairro === '' ? {} : { bairro: known?.name ?? bairro }),
    ...(known === undefined ? {} : { bairro_id: known.id }),
    ...(state_id === undefined ? {} : { estado_id: state_id }),
    ...(city === undefined ? {} : { cidade_id: city.id }),
    cep,
  }
}

async function cityOf(db: Db, answer: PostalAnswer, state_id: number | undefined) {
  if (state_id === undefined) return undefined
  const byCode = answer.city_id === null ? undefined : await findCity(db, answer.city_id)
  if (byCode?.state_id === state_id) return byCode
  return findCityByName(db, { state_id, search: searchText(answer.city) })
}

function streetFields(street_type: StreetType | null, street_name: string): PostalAddress {
  if (street_name === '') return {}
  return street_type === null
    ? { endereco: street_name }
    : { logradouro: streetTypeLabels[street_type], endereco: street_name }
}

/** External texts as single lines without characters that the database rejects. */
function cleanAnswer(answer: PostalAnswer): PostalAnswer {
  return {
    street: lineOf(answer.street),
    neighborhood: lineOf(answer.neighborhood),
    city: lineOf(answer.city),
    uf: answer.uf,
    city_id: answer.city_id,
  }
}

function lineOf(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()
}
