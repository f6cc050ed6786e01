import type pg from 'pg'
import {
  listOwnTicketsCall,
  readConversationCall,
  ticketChangesCall,
} from '@clube/contract/customer-service/calls.ts'
import * as desk from '@clube/contract/customer-service/staff-calls.ts'
import { formatTicketProtocol } from '@clube/contract/customer-service/service-ticket.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import { requestOf } from '../sign-in/client.ts'
import { listenerToken, staffToken } from './fill-tickets.ts'

/** Customers who are signed in, as many in both clubs. */
export const ownTickets = 20

/** Tickets that the calls open at random. */
export type TicketIds = {
  tickets: readonly { ticket_id: string; protocol: string }[]
  /** Tickets of the customers whose tokens are `listenerToken`s, by their numbers. */
  own: readonly string[]
}

export const readTicketIds = async (pool: pg.Pool): Promise<TicketIds> => {
  const { rows } = await pool.query<{ ticket_id: string; year: number; number: number }>(
    `select id as ticket_id, protocol_year as year, protocol_number::int as number from service_ticket
     order by hashint8(protocol_number) limit 500`,
  )
  const { rows: own } = await pool.query<{ ticket_id: string }>(
    `select distinct on (customer_id) id as ticket_id from service_ticket where state = 'in_progress'
     order by customer_id, id limit ${ownTickets}`,
  )
  return {
    tickets: rows.map(({ ticket_id, ...number }) => ({ ticket_id, protocol: formatTicketProtocol(number) })),
    own: own.map(({ ticket_id }) => ticket_id),
  }
}

type Input = {
  query?: Record<string, string>
  params?: Record<string, string>
  body?: object
  cookie?: string
}

const send = (
  call: Call,
  { query = {}, params = {}, body, cookie = `staff=${staffToken}` }: Input = {},
): Buffer => {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const search = new URLSearchParams(query).toString()
  return requestOf({
    method: call.method,
    path: search === '' ? path : `${path}?${search}`,
    cookie,
    ...(body === undefined ? {} : { body }),
  })
}

const numberBelow = (length: number): number => Math.floor(Math.random() * length)
const ticketOf = ({ tickets }: TicketIds) => {
  const ticket = tickets[numberBelow(tickets.length)]
  if (!ticket) throw new Error('There are no tickets')
  return ticket
}
const asOwner = (call: Call) => (ids: TicketIds) => {
  const number = numberBelow(ids.own.length)
  return send(call, {
    params: { ticket_id: ids.own[number] ?? '' },
    cookie: `sid=${listenerToken(number)}`,
  })
}

/** What staff open, and what customers open. */
export const ticketCalls: readonly [name: string, request: (ids: TicketIds) => Buffer | Buffer[]][] = [
  ['opening the desk: overview and queue', () => [send(desk.deskOverviewCall), send(desk.ticketQueueCall)]],
  ['queue', () => send(desk.ticketQueueCall)],
  ['queue: mine', () => send(desk.ticketQueueCall, { query: { assignee: 'mine' } })],
  ['queue: unassigned', () => send(desk.ticketQueueCall, { query: { assignee: 'nobody' } })],
  ['queue: an area', () => send(desk.ticketQueueCall, { query: { area: 'accounts' } })],
  ['queue: a category', () => send(desk.ticketQueueCall, { query: { category: 'promotion' } })],
  ['queue: an area without tickets', () => send(desk.ticketQueueCall, { query: { area: 'parking' } })],
  ['queue: overdue', () => send(desk.ticketQueueCall, { query: { overdue: 'yes' } })],
  ['queue: waiting for customers', () => send(desk.ticketQueueCall, { query: { queue: 'waiting' } })],
  ['queue: done', () => send(desk.ticketQueueCall, { query: { queue: 'done' } })],
  ['overview', () => send(desk.deskOverviewCall)],
  ['conversation', (ids) => send(desk.openTicketCall, { body: { ticket_id: ticketOf(ids).ticket_id } })],
  ['search by protocol', (ids) => send(desk.searchTicketsCall, { body: { text: ticketOf(ids).protocol } })],
  ['what changed at the desk', () => send(desk.deskChangesCall)],
  ['customer: list', asOwner(listOwnTicketsCall)],
  ['customer: conversation', asOwner(readConversationCall)],
  ['customer: what changed', asOwner(ticketChangesCall)],
]
