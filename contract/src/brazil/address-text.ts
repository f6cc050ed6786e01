import { incompleteMaskMessage, requiredTextMessage } from './field-messages.ts'
import { accepted, refused } from './parsed.ts'
import { parsedText } from './parsed-text.ts'
import type { Parsed } from './parsed.ts'

/** Spec §5, §9. */
export const complementMaxLength = 255
export const neighborhoodMaxLength = 75
export const streetMaxLength = 50
/** Maximum length of a name from a list or a CEP lookup, longer than any in Brazil; free text is shorter. */
export const listedNameMaxLength = 255
/** House numbers are short and may be text: 's/n', 'km 12'. */
export const streetNumberMaxLength = 10

/** Spec §5. */
export const complementTooLongMessage = `O complemento deve ter no máximo ${complementMaxLength} caracteres`
/** The form field stops at the limit, so only input that bypasses the form is rejected with these. */
export const neighborhoodTooLongMessage = `O bairro deve ter no máximo ${neighborhoodMaxLength} caracteres`
export const streetTooLongMessage = `O endereço deve ter no máximo ${streetMaxLength} caracteres`
export const streetNumberTooLongMessage = `O número deve ter no máximo ${streetNumberMaxLength} caracteres`

type TextRules = {
  readonly maxLength: number
  readonly tooLongMessage: string
  readonly required: boolean
}

/** One line of free text, trimmed. Control characters are rejected: databases cannot store all of them. */
function parseLine(text: string, rules: TextRules): Parsed<string> {
  const line = text.normalize('NFC').trim()
  if (line === '' && rules.required) return refused(requiredTextMessage)
  if (/[\p{Cc}\p{Cs}]/u.test(line)) return refused(incompleteMaskMessage)
  return line.length > rules.maxLength ? refused(rules.tooLongMessage) : accepted(line)
}

/** Parses a complement: optional, at most 255 characters. Spec §5. */
export function parseComplement(text: string): Parsed<string> {
  return parseLine(text, {
    maxLength: complementMaxLength,
    tooLongMessage: complementTooLongMessage,
    required: false,
  })
}

/** Parses a neighborhood in free text: at most 75 characters. Spec §5. */
export function parseNeighborhood(text: string): Parsed<string> {
  return parseLine(text, {
    maxLength: neighborhoodMaxLength,
    tooLongMessage: neighborhoodTooLongMessage,
    required: true,
  })
}

/** Parses a street in free text: at most 50 characters. Spec §5. */
export function parseStreet(text: string): Parsed<string> {
  return parseLine(text, { maxLength: streetMaxLength, tooLongMessage: streetTooLongMessage, required: true })
}

/**
 * A street or neighborhood in a request: only the server can tell whether a name longer than the limit of free text
 * comes from a list or a CEP.
 */
const listedOrTyped = (tooLongMessage: string) =>
  parsedText((text) => parseLine(text, { maxLength: listedNameMaxLength, tooLongMessage, required: true }))

/** Parses a house number. */
export function parseStreetNumber(text: string): Parsed<string> {
  return parseLine(text, {
    maxLength: streetNumberMaxLength,
    tooLongMessage: streetNumberTooLongMessage,
    required: true,
  })
}

export const complementSchema = /* @__PURE__ */ parsedText(parseComplement, incompleteMaskMessage)
export const neighborhoodSchema = /* @__PURE__ */ listedOrTyped(neighborhoodTooLongMessage)
export const streetSchema = /* @__PURE__ */ listedOrTyped(streetTooLongMessage)
export const streetNumberSchema = /* @__PURE__ */ parsedText(parseStreetNumber)
