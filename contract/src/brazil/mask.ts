/** A mask as Maskito expects it: a string is a literal character, an expression matches one typed character. */
export type Mask = (string | RegExp)[]

const digit = /\d/

/** Builds a mask from a pattern: `0` is a digit, `A` a letter or digit, anything else is literal. */
export function maskOf(pattern: string): Mask {
  return Array.from(pattern).map((sign) => (sign === '0' ? digit : sign === 'A' ? /[0-9A-Za-z]/ : sign))
}

/** Whether the text fills the mask completely. */
export function isMaskComplete(mask: Mask, text: string): boolean {
  if (text.length !== mask.length) return false
  return mask.every((sign, at) => {
    const character = text.charAt(at)
    return typeof sign === 'string' ? sign === character : sign.test(character)
  })
}

/** Fills a pattern with characters (`0` and `A` take one each) until they run out. */
export function fillPattern(pattern: string, characters: string): string {
  let filled = ''
  let next = 0
  for (const sign of pattern) {
    if (next >= characters.length) break
    filled += sign === '0' || sign === 'A' ? characters.charAt(next++) : sign
  }
  return filled
}

/** Only the digits of a text. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
