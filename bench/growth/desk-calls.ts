import type pg from 'pg'
import * as campaigns from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { deskCampaignsCall } from '@clube/contract/campaigns/desk-calls.ts'
import * as regulation from '@clube/contract/campaigns/regulation-calls.ts'
import { staffListDocumentsCall } from '@clube/contract/consent/staff-calls.ts'
import { listSessionsCall } from '@clube/contract/event-tickets/calls.ts'
import * as gate from '@clube/contract/event-tickets/gate-calls.ts'
import * as events from '@clube/contract/event-tickets/staff-calls.ts'
import type { BodyOf, Call } from '@clube/contract/kernel/call.ts'
import { formatProtocol } from '@clube/contract/campaigns/protocol.ts'
import { findPointsAccountCall } from '@clube/contract/points/adjustment-calls.ts'
import * as receipts from '@clube/contract/receipts/receipt-staff-calls.ts'
import { findCustomerCall } from '@clube/contract/recovery/desk-calls.ts'
import { listRecoveryRequestsCall, readRecoveryRequestCall } from '@clube/contract/recovery/review-calls.ts'
import { searchCustomersCall } from '@clube/contract/service-desk/search-calls.ts'
import * as audit from '@clube/contract/staff/audit-calls.ts'
import { listStaffChangesCall } from '@clube/contract/staff/change-calls.ts'
import { listStaffCall } from '@clube/contract/staff/management-calls.ts'
import { listProofsCall } from '@clube/contract/staff/proof-calls.ts'
import { generatedBirthDate } from './fill.ts'
import {
  commonName,
  fixedSession,
  guestName,
  longWaitingSession,
  rareBirthDate,
  searchedName,
  searchedReceiptKey,
} from './fill-desks.ts'
import { requestOf } from '../sign-in/client.ts'

/** Ids used by the calls. */
export type Ids = {
  documents: readonly string[]
  /** Ids of other customers. */
  customers: readonly string[]
  receipt_cursor: string
  campaign_id: string
  /** The session with tickets and scans. */
  session_id: string
  /** The session with as many tickets in both clubs. */
  fixed_session_id: string
  waiting_session_id: string
  request_id: string
  audit_cursor: string
  /** Protocols of participations. */
  protocols: readonly string[]
}

export const readIds = async (pool: pg.Pool, documents: readonly string[]): Promise<Ids> => {
  const { rows: transactions } = await pool.query<{ year: number; number: number }>(
    `select protocol_year as year, protocol_number::float8 as number from promotion_transaction order by id limit 100`,
  )
  const { rows } = await pool.query<Omit<Ids, 'documents' | 'protocols'>>(
    `select (select array_agg(customer_id) from (select customer_id from purchase order by id limit 100) as o) as customers,
      (select id from (select id, ntile(2) over (order by id) as part from purchase where state = 'pending_review') as p
        where part = 2 order by id limit 1) as receipt_cursor,
      (select id from campaign where slug = 'natal-no-ipe') as campaign_id,
      (select id from event_session where title = 'Ensaio aberto') as session_id,
      (select id from event_session where title = $1) as fixed_session_id,
      (select id from event_session where title = $2) as waiting_session_id,
      (select id from recovery_request where at = 'rejected' limit 1) as request_id,
      (select (position / 2)::text from audit_head) as audit_cursor`,
    [fixedSession, longWaitingSession],
  )
  const [ids] = rows
  if (!ids) throw new Error('The club is empty')
  return { documents, protocols: transactions.map(formatProtocol), ...ids }
}

type DeskCall = readonly [name: string, request: (ids: Ids, i: number) => Buffer]

/** Every list, queue and search of staff, and the lists of sessions that shoppers poll. */
export const deskCalls = (tokens: { staff: string; waiting: string }): readonly DeskCall[] => {
  type Input = {
    query?: Record<string, string>
    params?: Record<string, string>
    body?: object
    cookie?: string
  }
  const staffCookie = `staff=${tokens.staff}`
  const send = (call: Call, { query = {}, params = {}, body, cookie = staffCookie }: Input = {}): Buffer => {
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const search = new URLSearchParams(query).toString()
    return requestOf({
      method: call.method,
      path: search === '' ? path : `${path}?${search}`,
      cookie,
      ...(body === undefined ? {} : { body }),
    })
  }
  /** In the part of the customers that even a club of 3,000 has. */
  const existing = (i: number) => i * 29
  const sessionCall = (call: Call) => (ids: Ids) => send(call, { params: { session_id: ids.session_id } })
  const searchAudit = (query: (ids: Ids, i: number) => Record<string, string>) => (ids: Ids, i: number) =>
    send(audit.searchAuditCall, { query: query(ids, i) })
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const search = (body: BodyOf<typeof searchCustomersCall>) => send(searchCustomersCall, { body })
  const documentOf = (ids: Ids, i: number) => ({ document_id: ids.documents[i] ?? '' })
  return [
    ['Balcão: search by document', (ids, i) => send(findCustomerCall, { body: documentOf(ids, i) })],
    ['Balcão: search by name', (_, i) => search({ text: searchedName(i) })],
    [
      'Balcão: search by name and birth date',
      (_, i) => search({ text: searchedName(i), birth_date: generatedBirthDate(i === 0 ? 100 : i) }),
    ],
    ['Balcão: search by a common name', () => search({ text: commonName })],
    [
      'Balcão: search by a common name and birth date',
      () => search({ text: commonName, birth_date: rareBirthDate }),
    ],
    ['Balcão: search by e-mail', (_, i) => search({ text: `pessoa${existing(i)}@exemplo.com.br` })],
    [
      'Balcão: search by cellphone',
      (_, i) => search({ text: `(11) 9${String(existing(i)).padStart(8, '0')}` }),
    ],
    ['Balcão: search by protocol', ({ protocols }, i) => search({ text: protocols[i] ?? '' })],
    [
      'Balcão: campaigns for a person',
      (ids, i) => send(deskCampaignsCall, { body: { customer_id: ids.customers[i] ?? '' } }),
    ],
    ['Pontos: search by document', (ids, i) => send(findPointsAccountCall, { body: documentOf(ids, i) })],
    ['Notas: queue', () => send(receipts.receiptQueueCall)],
    [
      'Notas: queue, a page in the middle',
      (ids) => send(receipts.receiptQueueCall, { query: { cursor: ids.receipt_cursor } }),
    ],
    [
      'Notas: search by key',
      (_, i) => send(receipts.findReceiptCall, { body: { receipt_key: searchedReceiptKey(i) } }),
    ],
    ['Notas: unusual shops', () => send(receipts.receiptAnomaliesCall)],
    ['Lojas', () => send(receipts.listShopsCall)],
    ['Lojas: search', () => send(receipts.listShopsCall, { query: { text: 'mero 25' } })],
    ...(['waiting', 'second', 'held', 'decided'] as const).map((queue): DeskCall => [
      `Recuperações: ${queue}`,
      () => send(listRecoveryRequestsCall, { query: { queue } }),
    ]),
    ['Recuperações: one request', (ids) => send(readRecoveryRequestCall, { params: { id: ids.request_id } })],
    ['Promoções', () => send(campaigns.staffListCampaignsCall)],
    ['Promoções: to approve', () => send(campaigns.staffReviewCampaignsCall)],
    [
      'Promoções: regulation',
      (ids) => send(regulation.listRegulationChangesCall, { query: { campaign_id: ids.campaign_id } }),
    ],
    ['Promoções: regulations to approve', () => send(regulation.reviewRegulationChangesCall)],
    ['Documentos', () => send(staffListDocumentsCall)],
    ['Eventos: campaigns', () => send(events.staffListEventCampaignsCall)],
    [
      'Eventos: sessions',
      (ids) => send(events.staffListSessionsCall, { query: { campaign_id: ids.campaign_id } }),
    ],
    ['Eventos: one session', sessionCall(events.staffReadSessionCall)],
    ['Eventos: tickets', sessionCall(events.listSessionTicketsCall)],
    [
      'Eventos: tickets by name',
      (ids, i) =>
        send(events.listSessionTicketsCall, {
          params: { session_id: ids.session_id },
          query: { text: guestName(i) },
        }),
    ],
    ['Eventos: reservations', sessionCall(events.listSessionReservationsCall)],
    [
      'Eventos: reservations, cancelled',
      (ids) =>
        send(events.listSessionReservationsCall, {
          params: { session_id: ids.session_id },
          query: { state: 'cancelled' },
        }),
    ],
    [
      'Eventos: waiting list',
      (ids) => send(events.listSessionWaitingEntriesCall, { params: { session_id: ids.waiting_session_id } }),
    ],
    ['Portaria: sessions', () => send(gate.listGateSessionsCall)],
    ['Portaria: counters', sessionCall(gate.gateCountersCall)],
    ['Portaria: scans', sessionCall(gate.listScansCall)],
    [
      'Portaria: offline list, as many tickets in both',
      (ids) => send(gate.offlineListCall, { params: { session_id: ids.fixed_session_id } }),
    ],
    ['Auditoria', searchAudit(() => ({}))],
    [
      'Auditoria: an action, a page in the middle',
      searchAudit((ids) => ({ action: 'recovery.read', cursor: ids.audit_cursor })),
    ],
    ['Auditoria: a rare action', searchAudit(() => ({ action: 'audit.rare' }))],
    ['Auditoria: an action that never happened', searchAudit(() => ({ action: 'audit.never' }))],
    ['Auditoria: a member', searchAudit(() => ({ actor_id: 'member-7' }))],
    ['Auditoria: a rare member', searchAudit(() => ({ actor_id: 'member-rare' }))],
    [
      'Auditoria: a frequent action of a rare member',
      searchAudit(() => ({ actor_id: 'member-rare', action: 'customers.find' })),
    ],
    ['Auditoria: a person', searchAudit((ids, i) => ({ subject_id: ids.customers[i] ?? '' }))],
    ['Auditoria: a period', searchAudit(() => ({ from: day(200), to: day(190) }))],
    [
      'Auditoria: a member and an action in a period',
      searchAudit(() => ({
        actor_id: 'member-7',
        action: 'points.find',
        from: day(200),
        to: day(190),
      })),
    ],
    [
      'Auditoria: a rare action before a period',
      searchAudit(() => ({ action: 'customers.find', actor_id: 'member-7', to: day(360) })),
    ],
    ['Auditoria: members', () => send(audit.listAuditActorsCall)],
    ['Auditoria: proofs', () => send(listProofsCall)],
    ['Pessoas da equipe', () => send(listStaffCall)],
    ['Pessoas da equipe: changes', () => send(listStaffChangesCall)],
    [
      'Session list: a visitor',
      ({ campaign_id }) => send(listSessionsCall, { query: { campaign_id }, cookie: '' }),
    ],
    [
      'Session list: the last one waiting',
      ({ campaign_id }) =>
        send(listSessionsCall, { query: { campaign_id }, cookie: `sid=${tokens.waiting}` }),
    ],
  ]
}
