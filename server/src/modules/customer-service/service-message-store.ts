import { sql, type ColumnType, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

type ServiceMessageTable = {
  id: Generated<string>
  position: Generated<number>
  ticket_id: string
  number: number
  author: 'customer' | 'staff' | 'system'
  staff_id: string | null
  visibility: 'public' | 'internal'
  body: string
  client_message_id: string | null
  content_hash: Buffer | null
  created_at: Date
  words: string
  template_id: ColumnType<string | null, string | null | undefined, never>
}

declare module '../../db/tables.ts' {
  interface Tables {
    service_message: ServiceMessageTable
  }
}

export type MessageRow = Omit<ServiceMessageTable, 'id' | 'position' | 'words' | 'template_id'> & {
  id: string
}

const columns = [
  'id',
  'ticket_id',
  'number',
  'author',
  'staff_id',
  'visibility',
  'body',
  'client_message_id',
  'content_hash',
  'created_at',
] as const

/** @param searched the text by which it is found */
export const insertMessage = async (
  tx: Tx,
  message: Omit<MessageRow, 'id'> & { template_id?: string | null },
  searched = message.body,
): Promise<MessageRow> =>
  tx
    .insertInto('service_message')
    .values({ ...message, words: sql<string>`service_words(${searched})` })
    .returning(columns)
    .executeTakeFirstOrThrow()

/** The messages of a ticket in their order; without internal ones for customers. */
export const listMessagesOfTicket = async (
  db: Db,
  { ticket_id, visibility }: { ticket_id: string; visibility: 'public' | 'all' },
): Promise<MessageRow[]> => {
  let query = db.selectFrom('service_message').select(columns).where('ticket_id', '=', ticket_id)
  if (visibility === 'public') query = query.where('visibility', '=', 'public')
  return query.orderBy('number').execute()
}

export const findMessageByClientId = (
  db: Db,
  { ticket_id, client_message_id }: { ticket_id: string; client_message_id: string },
): Promise<MessageRow | undefined> =>
  db
    .selectFrom('service_message')
    .select(columns)
    .where('ticket_id', '=', ticket_id)
    .where('client_message_id', '=', client_message_id)
    .executeTakeFirst()

/** A message of the ticket that the customer can read. */
export const findPublicMessage = (
  db: Db,
  { ticket_id, message_id }: { ticket_id: string; message_id: string },
): Promise<MessageRow | undefined> =>
  db
    .selectFrom('service_message')
    .select(columns)
    .where('id', '=', message_id)
    .where('ticket_id', '=', ticket_id)
    .where('visibility', '=', 'public')
    .executeTakeFirst()

/** The number of answers since an instant per template; without those that were not used. */
export const countTemplateUses = async (db: Db, since: Date): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ template_id: string; uses: number }>`
    select template_id, count(*)::int as uses from service_message
    where template_id is not null and created_at >= ${since} group by template_id`.execute(db)
  return new Map(rows.map(({ template_id, uses }) => [template_id, uses]))
}

/** Erases all texts of a customer's tickets, of staff as well, since answers repeat what the person wrote. */
export const eraseMessagesOf = async (
  tx: Tx,
  { customer_id, body }: { customer_id: string; body: string },
): Promise<void> => {
  await sql`
    update service_message m set body = ${body}, words = '', content_hash = null
    from service_ticket t where t.id = m.ticket_id and t.customer_id = ${customer_id}`.execute(tx)
}
