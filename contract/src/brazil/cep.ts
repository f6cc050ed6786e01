import { requiredTextMessage } from './field-messages.ts'
import { digitsOf, fillPattern, maskOf } from './mask.ts'
import { accepted, refused } from './parsed.ts'
import { parsedText } from './parsed-text.ts'
import type { Branded, Parsed } from './parsed.ts'

/** A postal code of 8 digits, stored without the hyphen. */
export type Cep = Branded<'Cep'>

/** Spec §9. */
export const cepLength = 8
export const cepPattern = '00000-000'
/** Spec §5. */
export const cepInvalidMessage = 'CEP inválido'

/** Mask 00000-000. */
export const cepMask = /* @__PURE__ */ maskOf(cepPattern)

/** Parses 5 digits, an optional hyphen and 3 digits. Error messages are those of spec §5. */
export function parseCep(text: string): Parsed<Cep> {
  const trimmed = text.trim()
  if (trimmed === '') return refused(requiredTextMessage)
  return /^\d{5}-?\d{3}$/.test(trimmed) ? accepted(digitsOf(trimmed) as Cep) : refused(cepInvalidMessage)
}

/** Formats digits as 00000-000. */
export function formatCep(digits: string): string {
  return fillPattern(cepPattern, digits)
}

/** Accepts a CEP in any format and outputs its 8 digits. */
export const cepSchema = /* @__PURE__ */ parsedText(parseCep)
