/** A mask as Maskito expects it: a string is a literal character, an expression matches one typed character. */
export type Mask = (string | RegExp)[]

const digit = /\d/

/** Builds a mask from a pattern: `0` is a digit, `A` a letter or digit, anything else is literal. */
export function maskOf(pattern: string): Mask {
  return Array.from(pattern).map((char) => (char === '0' ? digit : char === 'A' ? /[0-9A-Za-z]/ : char))
}

/** Whether the text fills the mask completely. */
export function isMaskComplete(mask: Mask, text: string): boolean {
  if (text.length !== mask.length) return false
  return mask.every((slot, i) => {
    const character = text.charAt(i)
    return typeof slot === 'string' ? slot === character : slot.test(character)
  })
}

/** Fills a pattern with characters (`0` and `A` consume one each) until they run out. */
export function fillPattern(pattern: string, characters: string): string {
  let filled = ''
  let next = 0
  for (const slot of pattern) {
    if (next >= characters.length) break
    filled += slot === '0' || slot === 'A' ? characters.charAt(next++) : slot
  }
  return filled
}

/** Only the digits of a string. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
