/** A mask as data: a string stands for itself, an expression for one typed character. Feeds Maskito as it is. */
export type Mask = (string | RegExp)[]

const digit = /\d/

/** Reads a mask from a pattern in which `0` is a digit, `A` a letter or digit, and anything else itself. */
export function maskOf(pattern: string): Mask {
  return Array.from(pattern).map((sign) => (sign === '0' ? digit : sign === 'A' ? /[0-9A-Za-z]/ : sign))
}

/** Whether the text fills the mask to its end. */
export function isMaskComplete(mask: Mask, text: string): boolean {
  if (text.length !== mask.length) return false
  return mask.every((sign, at) => {
    const character = text.charAt(at)
    return typeof sign === 'string' ? sign === character : sign.test(character)
  })
}

/** Lays characters over a pattern (`0` and `A` take one each) and stops where they run out. */
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
