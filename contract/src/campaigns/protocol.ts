/** The table of Damm's check digit: it detects every single wrong digit and every adjacent transposition. */
const damm = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
] as const

/** The interim digit of Damm's algorithm; zero when the digits end with the correct check digit. */
const dammOf = (digits: string): number =>
  [...digits].reduce((interim, digit) => damm[interim]?.[Number(digit)] ?? 0, 0)

export type ProtocolNumber = { readonly year: number; readonly number: number }

/** Formats the protocol that customers quote: 2026-000123-4. The number may exceed six digits. */
export const formatProtocol = ({ year, number }: ProtocolNumber): string => {
  const digits = String(number).padStart(6, '0')
  return `${year}-${digits}-${dammOf(`${year}${digits}`)}`
}

/** Parses a protocol with or without hyphens; null when the check digit does not match. */
export const parseProtocol = (text: string): ProtocolNumber | null => {
  const match = /^(\d{4})-?(\d{6,12})-?(\d)$/.exec(text.trim())
  if (!match) return null
  const [, year = '', digits = '', check = ''] = match
  return dammOf(year + digits + check) === 0 ? { year: Number(year), number: Number(digits) } : null
}
