import type { offlineListCall, ScanAnswer } from '@clube/contract/event-tickets/gate-calls.ts'
import { offlineHashText, readTicketCode } from '@clube/contract/event-tickets/ticket-code.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'

type ListedTicket = DataOf<typeof offlineListCall>['tickets'][number]

/** What a device knows of a session's tickets without asking: fingerprints of codes, and what became of them. */
export type OfflineList = {
  readonly session_id: string
  /** ISO instant of the server. */
  readonly as_of: string
  readonly tickets: readonly ListedTicket[]
}

/** An admission that this device knows of and the list may not. */
export type KnownUse = { readonly code_hash: string; readonly used_at: string; readonly used_gate: string }

/** What the gate says of a ticket, from the server or from the list. */
export type GateAnswer = Omit<ScanAnswer, 'repeated'>

/** SHA-256 of a code as the list has it; null where it is no code, or where the browser cannot hash (plain http). */
export async function hashTicketCode(session_id: string, ticket_code: string): Promise<string | null> {
  const read = readTicketCode(ticket_code)
  const { subtle } = globalThis.crypto as Partial<Crypto>
  if (read.kind === 'unknown' || !subtle) return null
  const text = new TextEncoder().encode(offlineHashText(session_id, read.code))
  const digest = await subtle.digest('SHA-256', text)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The listed ticket behind the hash of either of its codes. */
export const findListed = (list: OfflineList, hash: string | null): ListedTicket | undefined =>
  hash === null
    ? undefined
    : list.tickets.find(({ code_hash, short_hash }) => code_hash === hash || short_hash === hash)

const answerOf = (
  result: GateAnswer['result'],
  use: { used_at: string | null; used_gate: string | null } = { used_at: null, used_gate: null },
): GateAnswer => ({
  result,
  used_at: use.used_at,
  used_gate: use.used_gate,
  participant_name: null,
  other_session: null,
})

/** What a gate answers by its list alone; `uses` are admissions that the list does not know yet. */
export function decideByList(
  known: { list: OfflineList; uses: readonly KnownUse[] },
  scan: { hash: string | null; scanned_at: string; gate: string },
): GateAnswer {
  const ticket = findListed(known.list, scan.hash)
  if (!ticket) return answerOf('unknown')
  const use = known.uses.find(({ code_hash }) => code_hash === ticket.code_hash)
  if (use) return answerOf('already_used', use)
  switch (ticket.state) {
    case 'valid':
      return answerOf('admitted', { used_at: scan.scanned_at, used_gate: scan.gate })
    case 'used':
      return answerOf('already_used', ticket)
    case 'cancelled':
    case 'released':
      return answerOf(ticket.state)
    default:
      return ticket.state satisfies never
  }
}

/** How much earlier than its list an admission may be and yet be missing from it: clocks, and requests under way. */
const overlapMs = 60_000

/** Admissions that a list of that moment may not know. */
export const usesSince = (uses: readonly KnownUse[], as_of: string): readonly KnownUse[] =>
  uses.filter(({ used_at }) => Date.parse(used_at) >= Date.parse(as_of) - overlapMs)

/** Tickets that let somebody in: sold and not given back. */
export const soldIn = ({ tickets }: OfflineList): number =>
  tickets.filter(({ state }) => state === 'valid' || state === 'used').length
