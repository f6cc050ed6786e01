import type {
  gateCountersCall,
  listGateSessionsCall,
  listScansCall,
  offlineListCall,
} from '@clube/contract/event-tickets/gate-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { EventTicketDeps } from './deps.ts'
import { countByGate, listScans } from './scan-store.ts'
import { findSession, listBetween } from './session-store.ts'
import { offlineHash, openCode, shortCodeOf } from './ticket.ts'
import { listOfSessionTickets } from './ticket-store.ts'

const dayMs = 24 * 3_600_000
const pageSize = 100

const checkKnown = async (deps: EventTicketDeps, session_id: string): Promise<void> => {
  if (!(await findSession(deps.db, session_id))) throw new Refusal('event-tickets.unknown-session')
}

/** Sessions from a day ago to a day ahead, the nearest first. */
export const listGateSessions = async (
  deps: EventTicketDeps,
): Promise<DataOf<typeof listGateSessionsCall>> => {
  const now = deps.clock().getTime()
  const sessions = await listBetween(deps.db, new Date(now - dayMs), new Date(now + dayMs))
  const distance = ({ starts_at }: { starts_at: Date }) => Math.abs(starts_at.getTime() - now)
  return sessions
    .toSorted((one, other) => distance(one) - distance(other))
    .map(({ id, starts_at, ends_at, no_show_from, ...session }) => ({
      session_id: id,
      ...session,
      starts_at: starts_at.toISOString(),
      ends_at: ends_at?.toISOString() ?? null,
      no_show_from: no_show_from?.toISOString() ?? null,
    }))
}

/** @throws {Refusal} event-tickets.unknown-session */
export const countGates = async (
  deps: EventTicketDeps,
  session_id: string,
): Promise<DataOf<typeof gateCountersCall>> => {
  await checkKnown(deps, session_id)
  return countByGate(deps.db, session_id)
}

/** Every ticket as fingerprints of its codes, without names. @throws {Refusal} event-tickets.unknown-session */
export const offlineList = async (
  deps: EventTicketDeps,
  session_id: string,
): Promise<DataOf<typeof offlineListCall>> => {
  await checkKnown(deps, session_id)
  const tickets = await listOfSessionTickets(deps.db, { session_id, cursor: null, limit: null })
  return {
    session_id,
    tickets: tickets.map(({ code_sealed, state, used_at, used_gate }) => {
      const code = openCode(deps.vault, code_sealed)
      return {
        code_hash: offlineHash(session_id, code),
        short_hash: offlineHash(session_id, shortCodeOf(code)),
        state,
        used_at: used_at?.toISOString() ?? null,
        used_gate,
      }
    }),
  }
}

/** Attempts at the gates, refusals included, the newest first. @throws {Refusal} event-tickets.unknown-session */
export const listAttempts = async (
  deps: EventTicketDeps,
  input: { session_id: string; cursor: string | null },
): Promise<{ page: DataOf<typeof listScansCall>; next_cursor: string | null }> => {
  await checkKnown(deps, input.session_id)
  const scans = await listScans(deps.db, { ...input, limit: pageSize })
  return {
    next_cursor: scans.length === pageSize ? (scans.at(-1)?.id ?? null) : null,
    page: scans.map(({ id, scanned_at, ...scan }) => ({
      scan_id: id,
      ...scan,
      scanned_at: scanned_at.toISOString(),
    })),
  }
}
