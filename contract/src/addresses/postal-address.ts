import * as z from 'zod/mini'
import { cepInvalidMessage, cepSchema } from '../brazil/cep.ts'
import { digitsOf } from '../brazil/mask.ts'
import { streetTypeOf } from '../brazil/street-types.ts'
import type { StreetType } from '../brazil/street-types.ts'
import { defineCall } from '../kernel/call.ts'

const fieldText = z.optional(z.nullable(z.string()))
const fieldId = z.optional(z.nullable(z.int()))

/**
 * The fields of an address lookup's response, under their wire names. Spec §3. An unknown field
 * is absent; an unknown CEP yields an empty object.
 */
export const postalAddressSchema = z.object({
  /** The street's type, such as Avenida. */
  logradouro: fieldText,
  /** Street name without its type, or with it when the type is not in the enumeration. */
  endereco: fieldText,
  bairro: fieldText,
  bairro_id: fieldId,
  estado_id: fieldId,
  cidade_id: fieldId,
  /** 8 digits. */
  cep: fieldText,
})
export type PostalAddress = z.infer<typeof postalAddressSchema>

/** Spec §7 "Postal lookup". */
export const postalAddressCall = defineCall({
  method: 'GET',
  path: '/api/core/address/postal-address',
  summary: 'Encontra o endereço de um CEP.',
  query: z.object({ postal_code: cepSchema }),
  data: postalAddressSchema,
  refusals: {},
  lookup: true,
})

/**
 * Spec §7 "Address lookup (configurable endpoint)": same response, for clubs that configure another endpoint.
 * Both parameters contain the postal code; one is enough, two different values are rejected.
 */
export const addressLookupCall = defineCall({
  method: 'GET',
  path: '/api/core/address/lookup',
  summary: 'Encontra o endereço de um CEP, enviado nos parâmetros cep e postal_code.',
  query: z.pipe(
    z.object({ cep: z.optional(cepSchema), postal_code: z.optional(cepSchema) }),
    z.transform(({ cep, postal_code }, context) => {
      const found = cep ?? postal_code
      if (found !== undefined && (postal_code ?? found) === found) return { cep: found, postal_code: found }
      context.issues.push({ code: 'custom', message: cepInvalidMessage, path: ['cep'], input: cep })
      return z.NEVER
    }),
  ),
  data: postalAddressSchema,
  refusals: {},
  lookup: true,
})

/** Lookup result for a form. Spec §3. Unknown values have no key, so that filling by key does not clear fields. */
export type PostalLookupResult = {
  address_type?: StreetType
  street_type?: StreetType
  street_name?: string
  neighborhood?: string
  district_id?: number
  district_name?: string
  state_id?: number
  city_id?: number
  postal_code: string
}

/**
 * Parses a lookup's response: the fields themselves, wrapped in `data` or `results`, or the first of a list. Spec §3.
 * An invalid response yields an empty result.
 * @param postal_code the 8 digits of the request
 */
export function parsePostalLookup(response: unknown, postal_code: string): PostalLookupResult {
  const address = readAddress(response)
  const type = address.logradouro ? streetTypeOf(address.logradouro) : undefined
  return {
    ...(type ? { address_type: type, street_type: type } : {}),
    ...(address.endereco ? { street_name: address.endereco } : {}),
    ...(address.bairro ? { neighborhood: address.bairro, district_name: address.bairro } : {}),
    ...(address.bairro_id ? { district_id: address.bairro_id } : {}),
    ...(address.estado_id ? { state_id: address.estado_id } : {}),
    ...(address.cidade_id ? { city_id: address.cidade_id } : {}),
    postal_code: address.cep ? digitsOf(address.cep) : postal_code,
  }
}

/** Maximum nesting of a response: an envelope around a list around an object, plus one spare level. */
const maxNesting = 4

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function readAddress(response: unknown): PostalAddress {
  let inner = response
  for (let depth = 0; depth < maxNesting; depth++) {
    if (Array.isArray(inner)) inner = inner[0]
    else if (isRecord(inner) && ('data' in inner || 'results' in inner))
      inner = inner['data'] ?? inner['results']
    else break
  }
  const read = z.safeParse(postalAddressSchema, inner)
  return read.success ? read.data : {}
}
