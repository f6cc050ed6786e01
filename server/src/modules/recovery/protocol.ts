/**
 * Formats the number that a customer quotes, such as 2026-000123-4: year, sequence number and check digit, so
 * that a mistyped or swapped digit does not match another request.
 */
export const protocolOf = (input: { year: string; number: number }): string => {
  const body = `${input.year}-${String(input.number).padStart(6, '0')}`
  return `${body}-${checkDigit(body.replace('-', ''))}`
}

/** Luhn check digit. */
const checkDigit = (digits: string): number => {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return (10 - (sum % 10)) % 10
}
