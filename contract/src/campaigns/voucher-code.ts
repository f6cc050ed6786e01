/** Letters and digits that are not easily confused: no 0, O, 1, I or L. */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Characters of the code in the QR code: about 133 bits. */
export const longCodeLength = 27

/** Characters of the short code: about 59 bits. */
export const shortCodeLength = 12

const groupLength = 4

/** The short code as displayed: K7QM-2XPD-9FHT. */
export const formatShortCode = (code: string): string => {
  const groups: string[] = []
  for (let start = 0; start < code.length; start += groupLength)
    groups.push(code.slice(start, start + groupLength))
  return groups.join('-')
}

/** The last group of a short code, by which staff and customer recognize it. */
export const voucherCodeEnd = (short_code: string): string => short_code.slice(-groupLength)

/** A code from a scanner or keyboard. Anything that cannot be a voucher's code is `unknown`. */
export type ParsedVoucherCode =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'short'; readonly code: string }
  | { readonly kind: 'unknown' }

/** Parses a code, ignoring case, hyphens and spaces. */
export const parseVoucherCode = (text: string): ParsedVoucherCode => {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  if (![...code].every((character) => codeAlphabet.includes(character))) return { kind: 'unknown' }
  if (code.length === longCodeLength) return { kind: 'code', code }
  if (code.length === shortCodeLength) return { kind: 'short', code }
  return { kind: 'unknown' }
}
