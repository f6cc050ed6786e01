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

/** What typing leaves of a text: letters and spaces. Spec §5. */
export function fullNameCharacters(text: string): string {
  return text.normalize('NFC').replace(/[^\p{L} ]/gu, '')
}

/** Reads a full name; spaces around and between words are made one. Refuses with the sentences of spec §5. */
export function parseFullName(text: string): Parsed<FullName> {
  const name = text.normalize('NFC').trim().replace(/ +/g, ' ')
  if (name === '') return refused(fullNameRequiredMessage)
  if (name.length > fullNameMaxLength || !/^[\p{L} ]+$/u.test(name)) return refused(fullNameInvalidMessage)
  return name.includes(' ') ? accepted(name as FullName) : refused(fullNameWordsMessage)
}

/** Takes a full name and gives it out with single spaces. */
export const fullNameSchema = /* @__PURE__ */ parsedText(parseFullName)
