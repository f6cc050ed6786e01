import {
  parseComplement,
  parseNeighborhood,
  parseStreet,
  parseStreetNumber,
} from '@clube/contract/brazil/address-text.ts'
import { parseCep } from '@clube/contract/brazil/cep.ts'
import { requiredAutocompleteMessage, requiredSelectMessage } from '@clube/contract/brazil/field-messages.ts'
import type { StreetType } from '@clube/contract/brazil/street-types.ts'
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

/** A stored address as a form shows it; none gives an empty form. */
export function addressValues(
  stored:
    | (Omit<AddressValues, 'street_type' | 'state_id' | 'city_id'> & {
        state_id: number
        city_id: number
        street_type: StreetType | null
      })
    | null,
): AddressValues {
  if (!stored) return emptyAddress
  const { cep, state_id, city_id, district_id, neighborhood, street_name, street_number, complement } = stored
  return {
    cep,
    state_id,
    city_id,
    district_id,
    neighborhood,
    street_type: stored.street_type ?? '',
    street_name,
    street_number,
    complement,
  }
}
