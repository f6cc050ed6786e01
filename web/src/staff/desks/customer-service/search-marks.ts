import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'

export type MarkedText = { readonly text: string; readonly isHit: boolean }

/** Words shorter than this are compared whole, longer ones without their ending. */
const stemLength = 4
const endingLength = 2

/** The beginning that the forms of a word share: "notas" and "nota", "cancelado" and "cancelar". */
const stemOf = (word: string): string => word.slice(0, Math.max(stemLength, word.length - endingLength))

/** Splits a text at the words of a search, which are compared without accents and endings, as the search itself does. */
export function markWords(text: string, search: string): MarkedText[] {
  const stems = normalizeForSearch(search)
    .split(' ')
    .filter((word) => word !== '')
    .map(stemOf)
  return text.split(/([\p{L}\p{N}\p{M}]+)/u).flatMap((part) => {
    if (part === '') return []
    const word = normalizeForSearch(part)
    const isHit =
      word !== '' && stems.some((stem) => (stem.length < stemLength ? word === stem : word.startsWith(stem)))
    return { text: part, isHit }
  })
}
