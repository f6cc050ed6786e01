/**
 * The number that a person quotes, such as 2026-000123-4: the year, the place in the year's row and a check digit, so
 * that one mistyped or swapped digit does not name somebody else's request.
 */
export const protocolOf = (input: { year: string; number: number }): string => {
  const body = `${input.year}-${String(input.number).padStart(6, '0')}`
  return `${body}-${checkDigit(body.replace('-', ''))}`
}

/** Luhn's digit. */
const checkDigit = (digits: string): number => {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const doubled = at % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return (10 - (sum % 10)) % 10
}
