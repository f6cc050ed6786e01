import * as z from 'zod/mini'
import { normalizeForSearch } from './normalize-for-search.ts'

/** Spec §3. */
export const streetTypes = [
  'alley',
  'avenue',
  'block',
  'boulevard',
  'bystreet',
  'easement',
  'highway',
  'road',
  'square',
  'street',
  'way',
] as const
export type StreetType = (typeof streetTypes)[number]

/** Labels of the street types on screen and in address data, in the selector's order. Spec §2, §3. */
export const streetTypeLabels = {
  boulevard: 'Alameda',
  avenue: 'Avenida',
  alley: 'Beco',
  road: 'Estrada',
  square: 'Praça',
  block: 'Quadra',
  highway: 'Rodovia',
  street: 'Rua',
  easement: 'Servidão',
  bystreet: 'Travessa',
  way: 'Via',
} as const satisfies Record<StreetType, string>

/** The street type with this label, ignoring accents and case; undefined for an unknown one. Spec §3. */
export function streetTypeOf(name: string): StreetType | undefined {
  const normalized = normalizeForSearch(name)
  return streetTypes.find((type) => normalizeForSearch(streetTypeLabels[type]) === normalized)
}

/**
 * Splits "Praça da Sé" into its type and "da Sé". A street whose first word is not a type ("Largo do Arouche"), or
 * that has no other word, is not split.
 */
export function splitStreet(street: string): { street_type?: StreetType; street_name: string } {
  const whole = street.trim().replace(/\s+/g, ' ')
  const space = whole.indexOf(' ')
  const street_type = space > 0 ? streetTypeOf(whole.slice(0, space)) : undefined
  return street_type ? { street_type, street_name: whole.slice(space + 1) } : { street_name: whole }
}

/** Form value of a street type. */
export const streetTypeSchema = /* @__PURE__ */ z.enum(streetTypes)
