/** Letters and digits of scratch codes: no 0, O, 1, I, L, and neither B nor S, which look like 8 and 5. */
export const scratchAlphabet = '23456789ACDEFGHJKMNPQRTUVWXYZ'

/** Random characters of a code: about 72 bits. A check character follows. */
export const randomCharacters = 15
const codeLength = randomCharacters + 1
const groupLength = 4

/** Characters that people type instead of similar printed ones. */
const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'Q',
  O: 'Q',
  '1': 'J',
  I: 'J',
  L: 'J',
  B: '8',
  S: '5',
}

/**
 * The weighted sum of the characters modulo 29, which is prime: a wrong character and a swap of two different ones each
 * change it. It is 0 for a valid code.
 */
const checksumOf = (characters: string): number =>
  [...characters].reduce(
    (sum, character, index) =>
      (sum + (codeLength - index) * scratchAlphabet.indexOf(character)) % scratchAlphabet.length,
    0,
  )

/** Completes random characters with the check character, whose weight is 1. */
export const withCheckCharacter = (characters: string): string =>
  characters + scratchAlphabet[(scratchAlphabet.length - checksumOf(characters)) % scratchAlphabet.length]

/** A typed or scanned code. `slip`: a typing error, which cannot be a code and does not count as a guess. */
export type ParsedScratchCode = { readonly kind: 'code'; readonly code: string } | { readonly kind: 'slip' }

/** A typed code in upper case, without hyphens and spaces; look-alikes become the printed character. */
const foldScratchCode = (text: string): string =>
  [...text.toUpperCase().replace(/[\s-]/g, '')]
    .map((character) => lookAlikes[character] ?? character)
    .join('')

/** The printed form of what was typed so far, in groups; characters that no code contains are dropped. */
export const formatTypedScratchCode = (text: string): string =>
  formatScratchCode(
    [...foldScratchCode(text)]
      .filter((character) => scratchAlphabet.includes(character))
      .slice(0, codeLength)
      .join(''),
  )

/** Whether the text has as many characters as a code, correct or not. */
export const isCompleteScratchCode = (text: string): boolean => foldScratchCode(text).length >= codeLength

/** Parses a code, ignoring case, hyphens and spaces; look-alikes count as the printed character. */
export const parseScratchCode = (text: string): ParsedScratchCode => {
  const code = foldScratchCode(text)
  const isComplete =
    code.length === codeLength && [...code].every((character) => scratchAlphabet.includes(character))
  return isComplete && checksumOf(code) === 0 ? { kind: 'code', code } : { kind: 'slip' }
}

/** The code as printed: K7QM-2XPD-9FHT-3ACW. */
export const formatScratchCode = (code: string): string =>
  (code.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []).join('-')
