import { announcementSeconds } from '@clube/contract/customer-service/staff-calls.ts'
import * as z from 'zod/mini'
import type { Db } from '../../db/database.ts'
import type { Notifications } from '../../db/notifications.ts'
import type { Clock } from '../../ports/clock.ts'

const ticketChannel = 'service_ticket'
const presenceChannel = 'service_presence'

const ticketMessage = z.object({
  ticket_id: z.string(),
  customer_id: z.string(),
  version: z.int(),
  /** Whether the customer can see the change. */
  is_public: z.boolean(),
})
export type TicketMessage = z.infer<typeof ticketMessage>

const presenceMessage = z.object({
  ticket_id: z.string(),
  staff_id: z.string(),
  name: z.string(),
  /** Milliseconds; 0 when the member stopped. */
  until_ms: z.number(),
})

type Member = { readonly staff_id: string; readonly name: string }
export type DeskEvent =
  | { readonly kind: 'ticket'; readonly ticket_id: string; readonly version: number }
  | { readonly kind: 'presence'; readonly ticket_id: string; readonly replying: Member[] }

/** Changes of tickets and who is answering, shared by all processes and kept in memory only. */
export type ServiceEvents = {
  /** Announces a change when the transaction commits. */
  readonly publish: (db: Db, message: TicketMessage) => Promise<void>
  /** Announces to every process that a member is answering, or stopped. */
  readonly announce: (db: Db, input: Member & { ticket_id: string; is_replying: boolean }) => Promise<void>
  /** Who is answering, by name. */
  readonly listReplying: (ticket_id: string) => Member[]
  readonly subscribeCustomer: (customer_id: string, receive: (message: TicketMessage) => void) => () => void
  readonly subscribeDesk: (receive: (event: DeskEvent) => void) => () => void
}

/** Tickets whose presence a process remembers at most; older announcements are dropped. */
const maxTickets = 5_000

export const createServiceEvents = (notifications: Notifications, clock: Clock): ServiceEvents => {
  const customers = new Map<string, Set<(message: TicketMessage) => void>>()
  const desks = new Set<(event: DeskEvent) => void>()
  const presence = new Map<string, Map<string, Member & { until_ms: number }>>()

  const listReplying = (ticket_id: string): Member[] => {
    const now = clock().getTime()
    const members = presence.get(ticket_id)
    if (!members) return []
    for (const [id, { until_ms }] of members) if (until_ms <= now) members.delete(id)
    if (members.size === 0) presence.delete(ticket_id)
    return [...members.values()]
      .map(({ staff_id, name }) => ({ staff_id, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR'))
  }

  notifications.listen(ticketChannel, (received) => {
    const { data } = z.safeParse(ticketMessage, received)
    if (!data) return
    const { ticket_id, version } = data
    for (const receive of desks) receive({ kind: 'ticket', ticket_id, version })
    if (data.is_public) for (const receive of customers.get(data.customer_id) ?? []) receive(data)
  })
  notifications.listen(presenceChannel, (received) => {
    const { data } = z.safeParse(presenceMessage, received)
    if (!data) return
    const { ticket_id, staff_id, until_ms } = data
    const members = presence.get(ticket_id) ?? new Map<string, Member & { until_ms: number }>()
    if (until_ms === 0) members.delete(staff_id)
    else members.set(staff_id, data)
    // Set again, so that the map is in the order of the last announcement.
    presence.delete(ticket_id)
    presence.set(ticket_id, members)
    const [oldest] = presence.keys()
    if (presence.size > maxTickets && oldest !== undefined) presence.delete(oldest)
    for (const receive of desks) receive({ kind: 'presence', ticket_id, replying: listReplying(ticket_id) })
  })

  return {
    publish: (db, message) => notifications.notify(db, ticketChannel, message),
    announce: (db, { ticket_id, staff_id, name, is_replying }) =>
      notifications.notify(db, presenceChannel, {
        ticket_id,
        staff_id,
        name,
        until_ms: is_replying ? clock().getTime() + announcementSeconds * 1000 : 0,
      }),
    listReplying,
    subscribeCustomer: (customer_id, receive) => {
      const receivers = customers.get(customer_id) ?? new Set()
      customers.set(customer_id, receivers.add(receive))
      return () => {
        receivers.delete(receive)
        if (receivers.size === 0) customers.delete(customer_id)
      }
    },
    subscribeDesk: (receive) => {
      desks.add(receive)
      return () => void desks.delete(receive)
    },
  }
}
