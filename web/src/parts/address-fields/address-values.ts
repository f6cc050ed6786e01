import type { StoredAddress, updateAddressCall } from '@clube/contract/identity/account-calls.ts'
import {
  parseComplement,
  parseNeighborhood,
  parseStreet,
  parseStreetNumber,
} from '@clube/contract/brazil/address-text.ts'
import { parseCep } from '@clube/contract/brazil/cep.ts'
import type { PostalLookupResult } from '@clube/contract/addresses/postal-address.ts'
import { requiredAutocompleteMessage, requiredSelectMessage } from '@clube/contract/brazil/field-messages.ts'
import type { StreetType } from '@clube/contract/brazil/street-types.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import type { Form } from '../../kit/form/use-form.ts'
import { parsedRule } from '../parsed-rule.ts'

/** What an address form holds. `cep` is digits; ids are null and texts empty until chosen or typed. */
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
}

/** A form that holds an address and nothing else. */
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

/** A text that is picked from a list once a city is chosen, and typed otherwise, asks in the words of either. */
const listedOrTyped =
  (typed: (text: string) => string | undefined) =>
  (text: string, values: AddressValues): string | undefined =>
    text.trim() === '' && values.city_id !== null ? requiredAutocompleteMessage : typed(text)

/** Rules of spec §5 for every address field. */
export const addressRules = {
  cep: parsedRule(parseCep),
  state_id: (id: number | null) => (id === null ? requiredSelectMessage : undefined),
  city_id: (id: number | null) => (id === null ? requiredAutocompleteMessage : undefined),
  neighborhood: listedOrTyped(parsedRule(parseNeighborhood)),
  street_type: (type: StreetType | '') => (type === '' ? requiredSelectMessage : undefined),
  street_name: listedOrTyped(parsedRule(parseStreet)),
  street_number: parsedRule(parseStreetNumber),
  complement: parsedRule(parseComplement),
}

/** What choosing another state does: whatever lay inside the old one goes. */
export const withState = (state_id: number | null): Partial<AddressValues> => ({
  state_id,
  ...withCity(null),
})

/** What choosing another city does: neighborhood and street of the old one go. */
export const withCity = (city_id: number | null): Partial<AddressValues> => ({
  city_id,
  district_id: null,
  neighborhood: '',
  street_name: '',
})

/**
 * What a postal lookup fills in: every field by its key except the postal code (spec §3). Where it names another city,
 * what was known of the old one goes first; what it does not know stays as it is.
 */
export function withPostalAddress(values: AddressValues, found: PostalLookupResult): Partial<AddressValues> {
  const { state_id, city_id, district_id, neighborhood, street_type, street_name } = found
  const moves =
    (state_id !== undefined && state_id !== values.state_id) ||
    (city_id !== undefined && city_id !== values.city_id)
  return {
    ...(moves ? { ...withState(null), street_type: '' as const } : {}),
    // A neighborhood in free text must not keep the id of another one.
    ...(neighborhood !== undefined ? { neighborhood, district_id: district_id ?? null } : {}),
    ...(state_id !== undefined ? { state_id } : {}),
    ...(city_id !== undefined ? { city_id } : {}),
    ...(street_type !== undefined ? { street_type } : {}),
    ...(street_name !== undefined ? { street_name } : {}),
  }
}

/** Whether a lookup found anything besides the postal code that was asked for. */
export const knowsAddress = (found: PostalLookupResult): boolean => found.city_id !== undefined

/** A stored address as a form shows it; none gives an empty form. */
export function addressValues(stored: StoredAddress | null): AddressValues {
  if (!stored) return emptyAddress
  const { city_name: _, street_type, ...address } = stored
  return { ...address, street_type: street_type ?? '' }
}

/** The address as calls carry it; only for values that `addressRules` accepted. */
export function addressBody(values: AddressValues): BodyOf<typeof updateAddressCall> {
  const { state_id, city_id, street_type, ...texts } = values
  if (state_id === null || city_id === null || street_type === '') throw new TypeError('unfinished address')
  return { ...texts, state_id, city_id, street_type }
}
