import type {
  ServiceArea,
  TicketCategory,
  TicketPriority,
} from '@clube/contract/customer-service/service-ticket.ts'
import { maxCountedTickets, type TicketQueue } from '@clube/contract/customer-service/staff-calls.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { pageSize, selectTickets, type TicketRow } from './service-ticket-store.ts'

export type QueueFilter = {
  queue: TicketQueue
  area: ServiceArea | null
  category: TicketCategory | null
  priority: TicketPriority | null
  assignee: { kind: 'nobody' } | { kind: 'member'; staff_id: string } | null
  /** Only tickets whose next deadline is before this instant. */
  due_before: Date | null
}

const inQueue: Readonly<Record<TicketQueue, RawBuilder<boolean>>> = {
  active: sql`state in ('new', 'in_progress')`,
  waiting: sql`state = 'waiting_customer'`,
  done: sql`state in ('resolved', 'closed')`,
}

const conditionsOf = ({ queue, area, category, priority, assignee, due_before }: QueueFilter) => {
  const conditions: RawBuilder<boolean>[] = [inQueue[queue]]
  if (area) conditions.push(sql`area = ${area}`)
  if (category) conditions.push(sql`category = ${category}`)
  if (priority) conditions.push(sql`priority = ${priority}`)
  if (assignee?.kind === 'nobody') conditions.push(sql`assignee_id is null`)
  if (assignee?.kind === 'member') conditions.push(sql`assignee_id = ${assignee.staff_id}`)
  if (due_before) conditions.push(sql`next_due_at < ${due_before}`)
  return conditions
}

/** A page of the queue after a ticket: by urgency and deadline; done tickets by their last message, newest first. */
export const listQueue = async (
  db: Db,
  filter: QueueFilter,
  after: QueuePosition | null,
): Promise<TicketRow[]> => {
  const isDone = filter.queue === 'done'
  const conditions = conditionsOf(filter)
  if (after && isDone)
    conditions.push(sql`(last_message_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`)
  if (after && !isDone)
    conditions.push(
      sql`(not is_urgent, next_due_at, id) > (${!after.is_urgent}::boolean, ${after.at}::timestamptz, ${after.id}::uuid)`,
    )
  let query = selectTickets(db)
  for (const condition of conditions) query = query.where(condition)
  query = isDone
    ? query.orderBy('last_message_at', 'desc').orderBy('id', 'desc')
    : query.orderBy('is_urgent', 'desc').orderBy('next_due_at').orderBy('id')
  return query.limit(pageSize + 1).execute()
}
export type QueuePosition = { is_urgent: boolean; at: Date; id: string }

/** The next unassigned ticket that no other transaction is assigning, locked. */
export const lockNextUnassigned = (tx: Tx, area: ServiceArea | null): Promise<TicketRow | undefined> => {
  let query = selectTickets(tx).where('state', 'in', ['new', 'in_progress']).where('assignee_id', 'is', null)
  if (area) query = query.where('area', '=', area)
  return query
    .orderBy('is_urgent', 'desc')
    .orderBy('next_due_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export type ActiveCount = { area: ServiceArea; assignee_id: string | null; active: number; overdue: number }

/** Tickets that wait for staff, by area and assignee. */
export const countActive = async (db: Db, now: Date): Promise<ActiveCount[]> => {
  const { rows } = await sql<ActiveCount>`
    select area, assignee_id, count(*)::int as active, count(*) filter (where next_due_at < ${now})::int as overdue
    from (select area, assignee_id, next_due_at from service_ticket where state in ('new', 'in_progress')
      order by is_urgent desc, next_due_at, id limit ${maxCountedTickets}) active
    group by area, assignee_id`.execute(db)
  return rows
}

/** Tickets that wait for staff, at most `limit`. */
export const countWaitingTickets = async (db: Db, limit: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from service_ticket where state in ('new', 'in_progress')
      order by is_urgent desc, next_due_at, id limit ${limit}) active`.execute(db)
  return rows[0]?.count ?? 0
}
