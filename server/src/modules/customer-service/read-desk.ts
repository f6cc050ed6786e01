import {
  listTicketsOfCustomerCall,
  openTicketCall,
  refreshTicketCall,
  type DeskOverview,
  type DeskTicket,
  type QueuedTicket,
  type ticketQueueCall,
} from '@clube/contract/customer-service/staff-calls.ts'
import { serviceAreas, type ServiceArea } from '@clube/contract/customer-service/service-ticket.ts'
import type { ParsedQueryOf } from '@clube/contract/kernel/call.ts'
import { createHash } from 'node:crypto'
import { inTransaction } from '../../db/database.ts'
import { createSharedReads } from '../../db/shared-read.ts'
import { pageOf, readCursor, writeCursor } from '../../kernel/page.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { Agent, CustomerServiceDeps } from './deps.ts'
import { countActive, listQueue, type ActiveCount, type QueuePosition } from './desk-queue-store.ts'
import type { ServiceEvents } from './service-events.ts'
import {
  findOpening,
  findTicket,
  listLatestVersions,
  listTicketsOf,
  pageSize,
  type TicketRow,
} from './service-ticket-store.ts'
import { isStillOpen, openForAgent } from './ticket-opening.ts'
import { deskTicketOf, queuedTicketsOf } from './ticket-views.ts'

type Deps = CustomerServiceDeps & { readonly events: ServiceEvents }

const refuse = refusalsOf(openTicketCall, listTicketsOfCustomerCall, refreshTicketCall)
const refuseRefresh = refusalsOf(refreshTicketCall)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const positionOf = ([is_urgent, at, id]: readonly unknown[]): QueuePosition | null => {
  const ms = typeof at === 'number' ? at : Number.NaN
  const isValid = typeof is_urgent === 'number' && typeof id === 'string' && uuid.test(id)
  return isValid && Number.isSafeInteger(ms) && Math.abs(ms) < 8e15
    ? { is_urgent: is_urgent === 1, at: new Date(ms), id }
    : null
}

/** A page of the queue. */
export const readQueue = async (
  deps: CustomerServiceDeps,
  query: ParsedQueryOf<typeof ticketQueueCall> & { agent: Agent },
): Promise<{ page: QueuedTicket[]; next_cursor: string | null }> => {
  const { queue, assignee } = query
  const after = query.cursor === undefined ? null : readCursor(query.cursor, positionOf)
  const rows = await listQueue(
    deps.db,
    {
      queue,
      area: query.area ?? null,
      category: query.category ?? null,
      priority: query.priority ?? null,
      assignee:
        assignee === undefined
          ? null
          : assignee === 'nobody'
            ? { kind: 'nobody' }
            : { kind: 'member', staff_id: assignee === 'mine' ? query.agent.staff_id : assignee },
      due_before: query.overdue === 'yes' ? deps.clock() : null,
    },
    after,
  )
  const { page, next_cursor } = pageOf(rows, pageSize, (last: TicketRow) =>
    writeCursor([
      last.is_urgent ? 1 : 0,
      (queue === 'done' ? last.last_message_at : last.next_due_at).getTime(),
      last.id,
    ]),
  )
  return { page: await queuedTicketsOf(deps, deps.db, page), next_cursor }
}

/** Counts are at most this old; a change that this process is notified of makes them be read again before that. */
const countsAgeMs = 1_000

/** Numbers and members for the desk. All members share one count of the tickets that wait. */
export const createReadOverview = (deps: Deps): ((agent: Agent) => Promise<DeskOverview>) => {
  const counts = createSharedReads({ clock: deps.clock, maxAgeMs: countsAgeMs, maxReads: 1 })
  deps.events.subscribeDesk((event) => {
    if (event.kind === 'ticket') counts.forgetAll()
  })
  return async ({ staff_id }) => {
    const rows = await counts.share('active', () => countActive(deps.db, deps.clock()))
    const sum = (key: 'active' | 'overdue', isCounted: (row: ActiveCount) => boolean = () => true) =>
      rows.reduce((total, row) => (isCounted(row) ? total + row[key] : total), 0)
    return {
      counts: {
        active: sum('active'),
        unassigned: sum('active', ({ assignee_id }) => assignee_id === null),
        mine: sum('active', ({ assignee_id }) => assignee_id === staff_id),
        overdue: sum('overdue'),
      },
      areas: (Object.keys(serviceAreas) as ServiceArea[]).map((area) => ({
        area,
        active: sum('active', (row) => row.area === area),
        overdue: sum('overdue', (row) => row.area === area),
      })),
      members: (await deps.listAgents(deps.db)).map(({ id, name }) => ({ staff_id: id, name })),
      me: staff_id,
    }
  }
}

/**
 * Opens a ticket, with an audit line that the customer sees.
 * @throws {Refusal} customer-service.unknown
 */
export const openTicket = (
  deps: Deps,
  { ticket_id, agent }: { ticket_id: string; agent: Agent },
): Promise<DeskTicket> =>
  inTransaction(deps.db, async (tx) => {
    const ticket = await findTicket(tx, ticket_id)
    if (!ticket) throw refuse('customer-service.unknown')
    return openForAgent(deps, tx, { ticket, agent })
  })

/**
 * Reads a ticket again that the member opened less than 30 minutes ago.
 * @throws {Refusal} customer-service.unknown, not-open
 */
export const refreshTicket = async (
  deps: Deps,
  { ticket_id, agent }: { ticket_id: string; agent: Agent },
): Promise<DeskTicket> => {
  const ticket = await findTicket(deps.db, ticket_id)
  if (!ticket) throw refuse('customer-service.unknown')
  const opened_at = await findOpening(deps.db, { ticket_id, staff_id: agent.staff_id })
  if (!isStillOpen(opened_at, deps.clock())) throw refuseRefresh('customer-service.not-open')
  return deskTicketOf(deps, deps.db, ticket, agent)
}

/**
 * The most recent other tickets of the customer of a ticket.
 * @throws {Refusal} customer-service.unknown
 */
export const listTicketsOfCustomer = async (
  deps: CustomerServiceDeps,
  ticket_id: string,
): Promise<QueuedTicket[]> => {
  const ticket = await findTicket(deps.db, ticket_id)
  if (!ticket) throw refuse('customer-service.unknown')
  const rows = await listTicketsOf(deps.db, { customer_id: ticket.customer_id, cursor: null })
  return queuedTicketsOf(
    deps,
    deps.db,
    rows.filter(({ id }) => id !== ticket_id),
  )
}

/**
 * The newest changes from which a revision is computed: more than one, since a transaction may commit after one with a later
 * time.
 */
const latestChanges = 20

const revisionOf = (versions: readonly { id: string; version: number }[]): string =>
  createHash('sha256')
    .update(versions.map(({ id, version }) => `${id} ${version}`).join())
    .digest('base64url')
    .slice(0, 22)

/** Whether anything changed at the desk since a revision. */
export const readDeskChanges = async (
  deps: Deps,
  { ticket_id, since, agent }: { ticket_id: string | undefined; since: string | undefined; agent: Agent },
) => {
  const revision = revisionOf(await listLatestVersions(deps.db, latestChanges))
  const ticket = ticket_id === undefined ? undefined : await findTicket(deps.db, ticket_id)
  return {
    revision,
    has_changed: revision !== since,
    version: ticket?.version ?? null,
    replying: ticket
      ? deps.events.listReplying(ticket.id).filter(({ staff_id }) => staff_id !== agent.staff_id)
      : [],
  }
}

/** Versions of the customer's most recent tickets, unless nothing changed since a revision. */
export const readOwnChanges = async (
  deps: CustomerServiceDeps,
  { customer_id, since }: { customer_id: string; since: string | undefined },
) => {
  const rows = await listTicketsOf(deps.db, { customer_id, cursor: null, limit: pageSize })
  const tickets = rows.map((row) => ({
    ticket_id: row.id,
    version: row.version,
    is_unread: row.last_sent_number > row.read_number,
  }))
  const revision = revisionOf(
    tickets.map(({ ticket_id, version, is_unread }) => ({ id: `${ticket_id} ${is_unread}`, version })),
  )
  return { revision, tickets: revision === since ? [] : tickets }
}
