import { accepted, refused } from './parsed.ts'
import { parsedText } from './parsed-text.ts'
import type { Branded, Parsed } from './parsed.ts'

/** A person's name of at least two words, letters and single spaces only. */
export type FullName = Branded<'FullName'>

/** Spec §5, §9. */
export const fullNameMaxLength = 150
/** Spec §5. */
export const fullNameRequiredMessage = 'Nome é obrigatório'
export const fullNameInvalidMessage = 'Nome inválido'
export const fullNameWordsMessage = 'Nome deve conter pelo menos 2 palavras'

/** Variants of hyphens and apostrophes that keyboards produce or documents contain; U+02BC counts as a letter. */
const nameSeparators = /[-‐‑–—−'’‘ʼ´`]/g

/**
 * Strips everything but letters and spaces while typing (spec §5), and collapses the spaces around it. Hyphens and
 * apostrophes leave a space, so that the names on both sides are not joined.
 */
export function fullNameCharacters(text: string): string {
  return text
    .normalize('NFC')
    .replace(nameSeparators, ' ')
    .replace(/[^\p{L} ]/gu, '')
    .replace(/ +/g, ' ')
}

/** Parses a full name and collapses spaces. Error messages are those of spec §5. */
export function parseFullName(text: string): Parsed<FullName> {
  const name = text.normalize('NFC').trim().replace(/ +/g, ' ')
  if (name === '') return refused(fullNameRequiredMessage)
  if (name.length > fullNameMaxLength || !/^[\p{L} ]+$/u.test(name)) return refused(fullNameInvalidMessage)
  return name.includes(' ') ? accepted(name as FullName) : refused(fullNameWordsMessage)
}

/** Accepts a full name and outputs it with single spaces. */
export const fullNameSchema = /* @__PURE__ */ parsedText(parseFullName)
