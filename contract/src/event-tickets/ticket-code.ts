/** Letters and digits that nobody mistakes for one another: no 0, O, 1, I or L. */
export const ticketAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Characters of the code in the QR code: about 133 bits. */
export const ticketCodeLength = 27

/** Characters of the code that people type: about 59 bits. */
export const shortCodeLength = 12

const groupLength = 4

/** The typed code as it is shown: K7QM-2XPD-9FHT. */
export const formatShortCode = (code: string): string => {
  const groups: string[] = []
  for (let start = 0; start < code.length; start += groupLength)
    groups.push(code.slice(start, start + groupLength))
  return groups.join('-')
}

/** What a scanner or a keyboard gave. Anything that cannot be a ticket's code is `unknown`. */
export type ReadTicketCode =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'short'; readonly code: string }
  | { readonly kind: 'unknown' }

/** Reads a code however it was written: capitals or not, hyphens or spaces between groups. */
export const readTicketCode = (text: string): ReadTicketCode => {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  if (![...code].every((sign) => ticketAlphabet.includes(sign))) return { kind: 'unknown' }
  if (code.length === ticketCodeLength) return { kind: 'code', code }
  if (code.length === shortCodeLength) return { kind: 'short', code }
  return { kind: 'unknown' }
}

/**
 * What the SHA-256 of the gate's offline list is taken of, for either kind of code: the session's id goes in, so that
 * the same code means nothing at another session.
 */
export const offlineHashText = (session_id: string, code: string): string => `${session_id}:${code}`
