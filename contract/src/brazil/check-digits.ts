/**
 * One check digit of a CPF or CNPJ: the weighted sum modulo 11, where a result of 10 or more becomes 0 (spec §5).
 * A character's value is its ASCII code − 48, so `7` is 7 and `A` is 17 (IN RFB 2.229/2024).
 * Weights are 2, 3, 4… from the right and restart after `highestWeight`.
 */
export function checkDigit(characters: string, highestWeight: number): string {
  let sum = 0
  let weight = 2
  for (let i = characters.length - 1; i >= 0; i--) {
    sum += (characters.charCodeAt(i) - 48) * weight
    weight = weight === highestWeight ? 2 : weight + 1
  }
  const result = 11 - (sum % 11)
  return result >= 10 ? '0' : String(result)
}

/** Whether the last two characters are the correct check digits and the characters are not all identical. */
export function hasCheckDigits(characters: string, highestWeight: number): boolean {
  if (/^(.)\1*$/.test(characters)) return false
  const base = characters.slice(0, -2)
  const first = checkDigit(base, highestWeight)
  return characters.endsWith(first + checkDigit(base + first, highestWeight))
}
