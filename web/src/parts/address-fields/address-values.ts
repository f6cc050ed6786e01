import type { StoredAddress } from '@clube/contract/identity/profile-call.ts'
import type { updateAddressCall } from '@clube/contract/identity/account-calls.ts'
import {
  neighborhoodMaxLength,
  parseComplement,
  parseNeighborhood,
  parseStreet,
  parseStreetNumber,
  streetMaxLength,
} from '@clube/contract/brazil/address-text.ts'
import { parseCep } from '@clube/contract/brazil/cep.ts'
import type { PostalLookupResult } from '@clube/contract/addresses/postal-address.ts'
import { requiredAutocompleteMessage, requiredSelectMessage } from '@clube/contract/brazil/field-messages.ts'
import type { StreetType } from '@clube/contract/brazil/street-types.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import type { Form } from '../../kit/form/use-form.ts'
import { parsedRule } from '../parsed-rule.ts'

/** Values of an address form. `cep` holds digits; ids are null and strings empty until chosen or typed. */
export type AddressValues = {
  cep: string
  state_id: number | null
  city_id: number | null
  district_id: number | null
  neighborhood: string
  street_type: StreetType | ''
  street_name: string
  street_number: string
  complement: string
  /** Names that came from a list or the CEP and exceed the limit of free text (spec §2, §5). */
  listed?: ListedNames
}
type ListedNames = { neighborhood?: string; street_name?: string }

/** A form with an address and nothing else. */
export type AddressForm = Form<AddressValues>

export const emptyAddress: AddressValues = {
  cep: '',
  state_id: null,
  city_id: null,
  district_id: null,
  neighborhood: '',
  street_type: '',
  street_name: '',
  street_number: '',
  complement: '',
}

/**
 * Rule for a value that is chosen from a list once there is a city, and typed otherwise; each case has its own message.
 * The limits apply to typed text.
 */
const listedOrTyped =
  (name: keyof ListedNames, typed: (text: string) => string | undefined) =>
  (text: string, values: AddressValues): string | undefined => {
    if (text.trim() === '' && values.city_id !== null) return requiredAutocompleteMessage
    return text !== '' && text === values.listed?.[name] ? undefined : typed(text)
  }

/** Marks a name from a list or the CEP that exceeds the limit of free text. */
export function withListedNames(values: AddressValues, names: ListedNames): Partial<AddressValues> {
  const { neighborhood = '', street_name = '' } = names
  const isLong = neighborhood.length > neighborhoodMaxLength || street_name.length > streetMaxLength
  return isLong ? { ...names, listed: { ...values.listed, ...names } } : names
}

/** Rules of spec §5 for every address field. */
export const addressRules = {
  cep: parsedRule(parseCep),
  state_id: (id: number | null) => (id === null ? requiredSelectMessage : undefined),
  city_id: (id: number | null) => (id === null ? requiredAutocompleteMessage : undefined),
  neighborhood: listedOrTyped('neighborhood', parsedRule(parseNeighborhood)),
  street_type: (type: StreetType | '') => (type === '' ? requiredSelectMessage : undefined),
  street_name: listedOrTyped('street_name', parsedRule(parseStreet)),
  street_number: parsedRule(parseStreetNumber),
  complement: parsedRule(parseComplement),
}

/** Changes the state and clears everything within the old one. */
export const withState = (state_id: number | null): Partial<AddressValues> => ({
  state_id,
  ...withCity(null),
})

/** Changes the city and clears its neighborhood and street. */
export const withCity = (city_id: number | null): Partial<AddressValues> => ({
  city_id,
  district_id: null,
  neighborhood: '',
  street_name: '',
})

/**
 * Fills in the result of a postal lookup: every field by its key except the postal code (spec §3). If it names
 * another city, values of the old one are cleared first; fields that the lookup did not return stay.
 */
export function withPostalAddress(values: AddressValues, found: PostalLookupResult): Partial<AddressValues> {
  const { state_id, city_id, district_id, neighborhood, street_type, street_name } = found
  const isOtherCity =
    (state_id !== undefined && state_id !== values.state_id) ||
    (city_id !== undefined && city_id !== values.city_id)
  return {
    ...(isOtherCity ? { ...withState(null), street_type: '' as const } : {}),
    // A neighborhood in free text must not keep the id of another one.
    ...(neighborhood !== undefined ? { district_id: district_id ?? null } : {}),
    ...(state_id !== undefined ? { state_id } : {}),
    ...(city_id !== undefined ? { city_id } : {}),
    ...(street_type !== undefined ? { street_type } : {}),
    ...withListedNames(values, {
      ...(neighborhood !== undefined ? { neighborhood } : {}),
      ...(street_name !== undefined ? { street_name } : {}),
    }),
  }
}

/** Whether a lookup found anything besides the requested postal code. */
export const hasAddress = (found: PostalLookupResult): boolean => found.city_id !== undefined

/** A stored address as form values; an empty form if there is none. */
export function addressValues(stored: StoredAddress | null): AddressValues {
  if (!stored) return emptyAddress
  const { city_name: _, street_type, ...address } = stored
  const values = { ...address, street_type: street_type ?? ('' as const) }
  const { neighborhood, street_name } = values
  return { ...values, ...withListedNames(values, { neighborhood, street_name }) }
}

/** The address in the format of calls; only for values that `addressRules` accepted. */
export function addressBody(values: AddressValues): BodyOf<typeof updateAddressCall> {
  const { state_id, city_id, street_type, listed: _, ...texts } = values
  if (state_id === null || city_id === null || street_type === '') throw new TypeError('incomplete address')
  return { ...texts, state_id, city_id, street_type }
}
