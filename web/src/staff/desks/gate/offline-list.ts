import type { offlineListCall, ScanResponse } from '@clube/contract/event-tickets/gate-calls.ts'
import { parseVoucherCode } from '@clube/contract/campaigns/voucher-code.ts'
import {
  offlineHashText,
  shortHashBytes,
  shortHashIterations,
} from '@clube/contract/event-tickets/offline-hash.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'

type ListedTicket = DataOf<typeof offlineListCall>['tickets'][number]

/** A session's tickets as stored for offline use: hashes of codes, and each ticket's status. */
export type OfflineList = {
  readonly session_id: string
  readonly short_salt: string
  /** ISO 8601, server time. */
  readonly as_of: string
  readonly is_cancelled?: boolean | undefined
  readonly tickets: readonly ListedTicket[]
}

/** An admission known to this device but possibly missing from the list. */
export type KnownAdmission = {
  /** The ticket’s listed hash; if it is not listed, the hash of the scanned code. */
  readonly code_hash: string
  readonly used_at: string
  readonly used_gate: string
}

/** The gate's response for a ticket, from the server or from the list. */
export type GateResponse = Omit<ScanResponse, 'repeated'>

/** The hash that the list contains for a code; null if the text is not a code or the browser cannot hash (plain http). */
export async function hashTicketCode(
  { session_id, short_salt }: Pick<OfflineList, 'session_id' | 'short_salt'>,
  ticket_code: string,
): Promise<string | null> {
  const { kind, code } = { code: '', ...parseVoucherCode(ticket_code) }
  const { subtle } = globalThis.crypto as Partial<Crypto>
  if (kind === 'unknown' || !subtle) return null
  const bytesOf = (text: string) => new TextEncoder().encode(text)
  if (kind === 'code')
    return hexOf(await subtle.digest('SHA-256', bytesOf(offlineHashText(session_id, code))))
  const key = await subtle.importKey('raw', bytesOf(code), 'PBKDF2', false, ['deriveBits'])
  const salt = Uint8Array.from(short_salt.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: shortHashIterations }
  return hexOf(await subtle.deriveBits(algorithm, key, shortHashBytes * 8))
}

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The listed ticket with this hash for either of its codes. */
export const findListed = (list: OfflineList, hash: string | null): ListedTicket | undefined =>
  hash === null
    ? undefined
    : list.tickets.find(({ code_hash, short_hash }) => code_hash === hash || short_hash === hash)

/** The admission of a ticket whose code has this hash. */
export const findAdmission = (
  { list, admissions }: { list: OfflineList; admissions: readonly KnownAdmission[] },
  hash: string | null,
): KnownAdmission | undefined => {
  const ticket = findListed(list, hash)
  const hashes = ticket ? [ticket.code_hash, ticket.short_hash] : [hash]
  return admissions.find(({ code_hash }) => hashes.includes(code_hash))
}

const responseOf = (
  result: GateResponse['result'],
  admission: { used_at: string | null; used_gate: string | null } = { used_at: null, used_gate: null },
): GateResponse => ({
  result,
  used_at: admission.used_at,
  used_gate: admission.used_gate,
  participant_name: null,
  other_session: null,
})

/** Decides from the list and the known admissions, which may be missing from it. */
export function decideOffline(
  known: { list: OfflineList; admissions: readonly KnownAdmission[] },
  scan: { hash: string | null; scanned_at: string; gate: string },
): GateResponse {
  const admission = findAdmission(known, scan.hash)
  if (admission) return responseOf('already_used', admission)
  const ticket = findListed(known.list, scan.hash)
  if (!ticket) return responseOf('unknown')
  switch (ticket.state) {
    case 'valid':
      return responseOf('admitted', { used_at: scan.scanned_at, used_gate: scan.gate })
    case 'used':
      return responseOf('already_used', ticket)
    case 'cancelled':
      return responseOf(known.list.is_cancelled === true ? 'session_cancelled' : 'cancelled')
    case 'released':
      return responseOf('released')
    default:
      return ticket.state satisfies never
  }
}

/**
 * An admission this long before its list, in milliseconds, may be missing from it: clock skew, requests in flight.
 */
const overlapMs = 60_000

/** Admissions that may be missing from a list generated at that time. */
export const admissionsSince = (
  admissions: readonly KnownAdmission[],
  as_of: string,
): readonly KnownAdmission[] =>
  admissions.filter(({ used_at }) => Date.parse(used_at) >= Date.parse(as_of) - overlapMs)

/** Number of tickets that admit a person: sold and not returned. */
export const soldIn = ({ tickets }: OfflineList): number =>
  tickets.filter(({ state }) => state === 'valid' || state === 'used').length
