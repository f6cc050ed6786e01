import type { ServiceTicketState } from '@clube/contract/customer-service/service-ticket-states.ts'
import type {
  ServiceArea,
  TicketCategory,
  TicketPriority,
} from '@clube/contract/customer-service/service-ticket.ts'
import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

type ServiceTicketTable = {
  id: Generated<string>
  protocol_year: number
  protocol_number: Generated<number>
  customer_id: string
  client_request_id: string
  request_hash: Buffer
  state: ServiceTicketState
  area: ServiceArea
  category: TicketCategory
  priority: TicketPriority
  subject: string
  transaction_id: string | null
  purchase_id: string | null
  campaign_id: string | null
  assignee_id: string | null
  version: number
  created_at: Date
  opened_on: string
  changed_at: Date
  last_message_at: Date
  last_author: 'customer' | 'staff' | 'system'
  message_count: number
  last_sent_number: number
  read_number: number
  first_answer_due_at: Date
  due_at: Date
  first_answered_at: Date | null
  resolved_at: Date | null
  closed_at: Date | null
  merged_into: string | null
  rating: number | null
  rating_comment: string | null
  rated_at: Date | null
  is_urgent: Generated<boolean>
  next_due_at: Generated<Date>
}

declare module '../../db/tables.ts' {
  interface Tables {
    service_ticket: ServiceTicketTable
    service_ticket_opening: { ticket_id: string; staff_id: string; opened_at: Date }
  }
}

type Selected = Omit<ServiceTicketTable, 'id' | 'protocol_number' | 'is_urgent' | 'next_due_at'> & {
  id: string
  protocol_number: number
  is_urgent: boolean
  next_due_at: Date
}
export type TicketRow = Selected

const columns = [
  'id',
  'protocol_year',
  'protocol_number',
  'customer_id',
  'client_request_id',
  'request_hash',
  'state',
  'area',
  'category',
  'priority',
  'subject',
  'transaction_id',
  'purchase_id',
  'campaign_id',
  'assignee_id',
  'version',
  'created_at',
  'opened_on',
  'changed_at',
  'last_message_at',
  'last_author',
  'message_count',
  'last_sent_number',
  'read_number',
  'first_answer_due_at',
  'due_at',
  'first_answered_at',
  'resolved_at',
  'closed_at',
  'merged_into',
  'rating',
  'rating_comment',
  'rated_at',
  'is_urgent',
  'next_due_at',
] as const

export const selectTickets = (db: Db) => db.selectFrom('service_ticket').select(columns)

export const findTicket = (db: Db, id: string): Promise<TicketRow | undefined> =>
  selectTickets(db).where('id', '=', id).executeTakeFirst()

/** The ticket, locked until the transaction ends. */
export const lockTicket = (tx: Tx, id: string): Promise<TicketRow | undefined> =>
  selectTickets(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Two tickets, locked in the order of their ids. */
export const lockTickets = (tx: Tx, ids: readonly [string, string]): Promise<TicketRow[]> =>
  selectTickets(tx)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()

export const findTickets = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TicketRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await selectTickets(db)
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const findTicketByProtocol = (
  db: Db,
  protocol: { year: number; number: number },
): Promise<TicketRow | undefined> =>
  selectTickets(db)
    .where('protocol_year', '=', protocol.year)
    .where('protocol_number', '=', protocol.number)
    .executeTakeFirst()

export const findTicketByRequest = (
  db: Db,
  { customer_id, client_request_id }: { customer_id: string; client_request_id: string },
): Promise<TicketRow | undefined> =>
  selectTickets(db)
    .where('customer_id', '=', customer_id)
    .where('client_request_id', '=', client_request_id)
    .executeTakeFirst()

export type NewTicket = Pick<
  TicketRow,
  | 'protocol_year'
  | 'customer_id'
  | 'client_request_id'
  | 'request_hash'
  | 'area'
  | 'category'
  | 'subject'
  | 'transaction_id'
  | 'purchase_id'
  | 'campaign_id'
  | 'created_at'
  | 'opened_on'
  | 'first_answer_due_at'
  | 'due_at'
>

/** @returns undefined when a ticket of this request exists already */
export const insertTicket = (tx: Tx, ticket: NewTicket): Promise<TicketRow | undefined> =>
  tx
    .insertInto('service_ticket')
    .values({
      ...ticket,
      state: 'new',
      priority: 'normal',
      assignee_id: null,
      version: 1,
      changed_at: ticket.created_at,
      last_message_at: ticket.created_at,
      last_author: 'customer',
      // The message that opens it follows in the same transaction.
      message_count: 1,
      last_sent_number: 0,
      read_number: 0,
      first_answered_at: null,
      resolved_at: null,
      closed_at: null,
      merged_into: null,
      rating: null,
      rating_comment: null,
      rated_at: null,
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'client_request_id']).doNothing())
    .returning(columns)
    .executeTakeFirst()

/** What actions change; every change is a new version. */
export type TicketChange = Partial<
  Pick<
    TicketRow,
    | 'state'
    | 'area'
    | 'category'
    | 'priority'
    | 'assignee_id'
    | 'last_message_at'
    | 'last_author'
    | 'message_count'
    | 'last_sent_number'
    | 'read_number'
    | 'first_answered_at'
    | 'resolved_at'
    | 'closed_at'
    | 'merged_into'
    | 'rating'
    | 'rating_comment'
    | 'rated_at'
  >
>

/** Changes a locked ticket whose version is still the given one. */
export const changeTicket = async (
  tx: Tx,
  { id, version }: Pick<TicketRow, 'id' | 'version'>,
  change: TicketChange,
  now: Date,
): Promise<TicketRow> =>
  tx
    .updateTable('service_ticket')
    .set({ ...change, version: version + 1, changed_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const pageSize = 50

/** A customer's tickets, most recent message first, after the given one. */
export const listTicketsOf = async (
  db: Db,
  {
    customer_id,
    cursor,
    limit = pageSize + 1,
  }: { customer_id: string; cursor: string | null; limit?: number },
): Promise<TicketRow[]> => {
  let query = selectTickets(db).where('customer_id', '=', customer_id)
  if (cursor !== null)
    query = query.where(
      sql<boolean>`(last_message_at, id) < (select last_message_at, id from service_ticket
        where id = ${cursor} and customer_id = ${customer_id})`,
    )
  return query.orderBy('last_message_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export const countUnread = async (db: Db, customer_id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from service_ticket
    where customer_id = ${customer_id} and last_sent_number > read_number`.execute(db)
  return rows[0]?.count ?? 0
}

/** Marks messages as read up to a number, never back. */
export const saveRead = async (tx: Tx, { id, number }: { id: string; number: number }): Promise<TicketRow> =>
  tx
    .updateTable('service_ticket')
    .set({ read_number: sql<number>`greatest(read_number, least(${number}::int, message_count))` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Open tickets of a customer about the same subject, purchase or participation, newest first. */
export const listSimilar = async (
  db: Db,
  input: {
    customer_id: string
    category: string
    subject: string
    purchase_id: string | null
    transaction_id: string | null
    except: string | null
  },
): Promise<TicketRow[]> =>
  selectTickets(db)
    .where('customer_id', '=', input.customer_id)
    .where('state', 'in', ['new', 'in_progress', 'waiting_customer'])
    .where(
      sql<boolean>`(purchase_id = ${input.purchase_id}::uuid or transaction_id = ${input.transaction_id}::uuid
        or (category = ${input.category} and service_words(subject) = service_words(${input.subject})))`,
    )
    .where(sql<boolean>`id is distinct from ${input.except}::uuid`)
    .orderBy('id', 'desc')
    .limit(5)
    .execute()

/** The first tickets that customers opened about purchases after an instant, by purchase. */
export const findFirstAbout = async (
  db: Db,
  purchases: readonly { customer_id: string; purchase_id: string; after: Date }[],
): Promise<ReadonlyMap<string, TicketRow>> => {
  if (purchases.length === 0) return new Map()
  const { rows } = await sql<{ purchase_id: string; id: string }>`
    select p.purchase_id, t.id
    from unnest(${purchases.map(({ customer_id }) => customer_id)}::uuid[],
      ${purchases.map(({ purchase_id }) => purchase_id)}::uuid[],
      ${purchases.map(({ after }) => after)}::timestamptz[]) as p(customer_id, purchase_id, after)
    cross join lateral (
      select id from service_ticket
      where customer_id = p.customer_id and purchase_id = p.purchase_id and created_at >= p.after
      order by created_at, id limit 1
    ) t`.execute(db)
  const tickets = await findTickets(
    db,
    rows.map(({ id }) => id),
  )
  return new Map(
    rows.flatMap(({ purchase_id, id }) => {
      const ticket = tickets.get(id)
      return ticket ? [[purchase_id, ticket] as const] : []
    }),
  )
}

export const countTicketsOf = async (
  db: Db,
  customer_id: string,
): Promise<{ open_tickets: number; tickets: number }> => {
  const { rows } = await sql<{ open_tickets: number; tickets: number }>`
    select count(*) filter (where state in ('new', 'in_progress', 'waiting_customer'))::int as open_tickets,
      count(*)::int as tickets
    from service_ticket where customer_id = ${customer_id}`.execute(db)
  return rows[0] ?? { open_tickets: 0, tickets: 0 }
}

export const listMergedFrom = (db: Db, id: string): Promise<TicketRow[]> =>
  selectTickets(db).where('merged_into', '=', id).orderBy('id').execute()

/** The next resolved tickets to close, locked; other processes skip them. */
export const lockExpired = (
  tx: Tx,
  { resolved_before, limit }: { resolved_before: Date; limit: number },
): Promise<TicketRow[]> =>
  selectTickets(tx)
    .where('state', '=', 'resolved')
    .where('resolved_at', '<=', resolved_before)
    .orderBy('resolved_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** Ids and versions of the tickets that changed last, of all customers or of one. */
export const listLatestVersions = async (db: Db, limit: number): Promise<{ id: string; version: number }[]> =>
  db
    .selectFrom('service_ticket')
    .select(['id', 'version'])
    .orderBy('changed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Records that a member opened a ticket. */
export const saveOpening = async (
  tx: Tx,
  opening: { ticket_id: string; staff_id: string; opened_at: Date },
): Promise<void> => {
  await tx
    .insertInto('service_ticket_opening')
    .values(opening)
    .onConflict((conflict) =>
      conflict.columns(['ticket_id', 'staff_id']).doUpdateSet({ opened_at: opening.opened_at }),
    )
    .execute()
}

export const findOpening = async (
  db: Db,
  { ticket_id, staff_id }: { ticket_id: string; staff_id: string },
): Promise<Date | null> => {
  const row = await db
    .selectFrom('service_ticket_opening')
    .select('opened_at')
    .where('ticket_id', '=', ticket_id)
    .where('staff_id', '=', staff_id)
    .executeTakeFirst()
  return row?.opened_at ?? null
}

export const deleteOldOpenings = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('service_ticket_opening').where('opened_at', '<', before).execute()
}

export const listTicketIds = async (db: Db, customer_id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('service_ticket')
    .select('id')
    .where('customer_id', '=', customer_id)
    .execute()
  return rows.map(({ id }) => id)
}

/** Erases what the person wrote about a ticket; its dates and states remain for the figures. */
export const eraseTicketsOf = async (
  tx: Tx,
  { customer_id, subject, now }: { customer_id: string; subject: string; now: Date },
): Promise<void> => {
  await sql`
    update service_ticket set subject = ${subject}, rating_comment = null, purchase_id = null, transaction_id = null,
      request_hash = '', version = version + 1, changed_at = ${now}, read_number = last_sent_number,
      closed_at = coalesce(closed_at, ${now}), state = 'closed'
    where customer_id = ${customer_id}`.execute(tx)
}
