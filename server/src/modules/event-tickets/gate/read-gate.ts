import {
  gateCountersCall,
  type listGateSessionsCall,
  listScansCall,
  offlineListCall,
} from '@clube/contract/event-tickets/gate-calls.ts'
import { voucherCodeEnd } from '@clube/contract/campaigns/voucher-code.ts'
import { pageOf } from '../../../kernel/page.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { findCampaignFacts, shortCodeOf } from '../../campaigns/index.ts'
import { inTransaction } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { EventTicketDeps } from '../deps.ts'
import { listScans, type countByGate, type StoredResponse } from './scan-store.ts'
import { dateAndTimeOf, offlineListFrom, type EventSession } from '../event-session.ts'
import { findSession, type listBetween } from '../event-session-store.ts'
import { auditReading } from '../reservations/list-reservations.ts'
import { withShortHashes } from '../reservations/offline-hashes.ts'
import { firstNameOf, offlineHash, offlineSalt, ticketCodes } from '../reservations/ticket.ts'
import { listSessionTickets } from '../reservations/ticket-store.ts'

const refuse = refusalsOf(gateCountersCall, offlineListCall, listScansCall)

const dayMs = 24 * 3_600_000
const pageSize = 100

/** Numbers of sessions, which may be shared by all gates for a moment. */
export type GateCounts = {
  readonly gates: (session_id: string) => ReturnType<typeof countByGate>
  /** Sessions that start within `marginMs` of now, with the number of used tickets. */
  readonly sessionsAround: (marginMs: number) => ReturnType<typeof listBetween>
}

const requireSession = async (deps: EventTicketDeps, session_id: string): Promise<EventSession> => {
  const session = await findSession(deps.db, session_id)
  if (!session) throw refuse('event-tickets.unknown-session')
  return session
}

/** Sessions from a day ago to a day ahead, nearest first. */
export const listGateSessions = async (
  deps: EventTicketDeps,
  counts: GateCounts,
): Promise<DataOf<typeof listGateSessionsCall>> => {
  const now = deps.clock().getTime()
  const sessions = await counts.sessionsAround(dayMs)
  const campaigns = await findCampaignFacts(
    deps.db,
    sessions.map(({ campaign_id }) => campaign_id),
  )
  const distance = ({ starts_at }: { starts_at: Date }) => Math.abs(starts_at.getTime() - now)
  return sessions
    .toSorted((a, b) => distance(a) - distance(b))
    .map(({ id, campaign_id, starts_at, ends_at, no_show_from, cancelled_at, ...session }) => ({
      session_id: id,
      campaign_title: campaigns.get(campaign_id)?.title ?? '',
      ...session,
      starts_at: starts_at.toISOString(),
      ends_at: ends_at?.toISOString() ?? null,
      no_show_from: no_show_from?.toISOString() ?? null,
      is_cancelled: cancelled_at !== null,
    }))
}

/** @throws {Refusal} event-tickets.unknown-session */
export const countGates = async (
  deps: EventTicketDeps,
  session_id: string,
  counts: GateCounts,
): Promise<DataOf<typeof gateCountersCall>> => {
  await requireSession(deps, session_id)
  return counts.gates(session_id)
}

/**
 * All tickets as hashes of their codes, without names.
 * @throws {Refusal} event-tickets.unknown-session, event-tickets.list-too-early
 */
export const offlineList = async (
  deps: EventTicketDeps,
  session_id: string,
): Promise<DataOf<typeof offlineListCall>> => {
  const session = await requireSession(deps, session_id)
  const is_cancelled = session.cancelled_at !== null
  const available_from = offlineListFrom(session)
  if (deps.clock() < available_from)
    throw refusalsOf(offlineListCall)(
      'event-tickets.list-too-early',
      dateAndTimeOf(available_from, deps.time_zone),
    )
  const tickets = await listSessionTickets(deps.db, { session_id, cursor: null, limit: null })
  const hashed = await withShortHashes(deps, tickets)
  return {
    session_id,
    short_salt: offlineSalt(deps.vault, session_id).toString('hex'),
    is_cancelled,
    tickets: hashed.map(({ code_sealed, short_offline_hash, state, used_at, used_gate }) => ({
      code_hash: offlineHash(session_id, ticketCodes.open(deps.vault, code_sealed)),
      short_hash: short_offline_hash.toString('hex'),
      state: is_cancelled && state === 'valid' ? 'cancelled' : state,
      used_at: used_at?.toISOString() ?? null,
      used_gate,
    })),
  }
}

/**
 * Scans at the gates with their tickets' holders, refusals included, newest first.
 * @throws {Refusal} event-tickets.unknown-session
 */
export const listAttempts = async (
  deps: EventTicketDeps,
  input: {
    session_id: string
    cursor: string | null
    only: 'double_entries' | undefined
    staff_id: string
  },
): Promise<{ page: DataOf<typeof listScansCall>; next_cursor: string | null }> => {
  await requireSession(deps, input.session_id)
  if (input.cursor === null)
    await inTransaction(deps.db, (tx) =>
      auditReading(deps, tx, {
        ...input,
        action: 'list-scans',
        sentence: 'Consultou as leituras da portaria de uma sessão.',
      }),
    )
  const rows = await listScans(deps.db, { ...input, limit: pageSize + 1 })
  const { page: scans, next_cursor } = pageOf(rows, pageSize, ({ id }) => id)
  const staff = await deps.namesOfStaff(
    deps.db,
    scans.map(({ staff_id }) => staff_id),
  )
  return {
    next_cursor,
    page: scans.map((scan) => ({
      scan_id: scan.id,
      participant_name: firstNameOf(scan.participant_name ?? '') || null,
      code_end: scan.code_sealed
        ? voucherCodeEnd(shortCodeOf(ticketCodes.open(deps.vault, scan.code_sealed)))
        : null,
      gate: scan.gate,
      result: scan.result === 'undone' ? 'admitted' : scan.result,
      is_undone: scan.result === 'undone',
      double_of: scan.is_double_entry ? otherAdmission(scan.response) : null,
      scanned_at: scan.scanned_at.toISOString(),
      staff_name: staff.get(scan.staff_id)?.name ?? null,
      reason: scan.reason,
      quantity: scan.quantity,
    })),
  }
}

const otherAdmission = ({ used_at, used_gate }: StoredResponse) =>
  used_at === null || used_gate === null ? null : { used_at, used_gate }
