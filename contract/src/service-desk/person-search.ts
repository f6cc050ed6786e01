import { parseCellphone, type Cellphone } from '../brazil/cellphone.ts'
import { parseEmail, type Email } from '../brazil/email.ts'
import { accepted, refused, type Parsed } from '../brazil/parsed.ts'
import { normalizeForSearch } from '../brazil/normalize-for-search.ts'

/** Maximum number of people that a search returns; a search that matches more returns none. */
export const personSearchLimit = 10

/** What staff search for when the customer's document is not known. */
export type PersonSearch =
  /** Normalized words, in any order; the last one may be the beginning of a word. */
  | { readonly kind: 'name'; readonly words: readonly string[] }
  | { readonly kind: 'cellphone'; readonly cellphone: Cellphone }
  | { readonly kind: 'email'; readonly email: Email }
  | { readonly kind: 'protocol'; readonly protocol: string }

export const personSearchMessage =
  'Digite nome e sobrenome, celular com DDD, e-mail, documento ou protocolo com os traços.'

const particles = new Set(['da', 'das', 'de', 'do', 'dos'])
const minLetters = 5

/** Parses what staff typed. A name needs two words, since too many people share a given name. */
export const parsePersonSearch = (text: string): Parsed<PersonSearch> => {
  const trimmed = text.trim()
  if (trimmed.includes('@')) {
    const email = parseEmail(trimmed)
    return email.ok ? accepted({ kind: 'email', email: email.value }) : email
  }
  if (/^\d{4}-\d{6,12}-\d$/.test(trimmed)) return accepted({ kind: 'protocol', protocol: trimmed })
  if (/\d/.test(trimmed)) {
    const cellphone = parseCellphone(trimmed)
    // A cellphone number begins with 9 after the area code; other numbers of 11 digits are mistyped documents.
    const isCellphone = cellphone.ok && cellphone.value[2] === '9'
    return isCellphone
      ? accepted({ kind: 'cellphone', cellphone: cellphone.value })
      : refused(personSearchMessage)
  }
  const words = normalizeForSearch(trimmed)
    .split(' ')
    .filter((word) => word.length > 1 && !particles.has(word))
  return words.length > 1 && words.join('').length >= minLetters
    ? accepted({ kind: 'name', words })
    : refused(personSearchMessage)
}
