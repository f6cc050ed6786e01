import type { ServiceTicketState } from '@clube/contract/customer-service/service-ticket-states.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { AttachmentRow } from './attachment-store.ts'

const ticketBatch = 200
const keyBatch = 500
/** Files of up to 10 MB each. */
const fileBatch = 4
const nilId = '00000000-0000-0000-0000-000000000000'

/** A place in the order of the last change, newest first. */
export type ChangePosition = { readonly at: string; readonly id: string }

/** The next tickets by id. */
export const listTicketsAfter = async (db: Db, after: string | null): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from service_ticket where id > ${after ?? nilId} order by id limit ${ticketBatch}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The next tickets that changed since an instant, last change first. */
export const listChangedTickets = async (
  db: Db,
  { after, since }: { after: ChangePosition | null; since: Date },
): Promise<ChangePosition[]> => {
  const { at, id } = after ?? { at: 'infinity', id: nilId }
  const { rows } = await sql<ChangePosition>`
    select id, changed_at::text as at from service_ticket
    where changed_at > ${since} and changed_at <= ${at}::timestamptz
      and (changed_at < ${at}::timestamptz or id > ${id}::uuid)
    order by changed_at desc, id limit ${ticketBatch}`.execute(db)
  return rows
}

/** A ticket and what its messages say. */
export type ProvedTicket = {
  readonly id: string
  readonly state: ServiceTicketState
  readonly resolved_at: Date | null
  readonly closed_at: Date | null
  readonly first_answered_at: Date | null
  readonly is_merged: boolean
  /** Whether its customer's account was erased, which closes it in any state. */
  readonly is_erased: boolean
  readonly message_count: number
  readonly messages: number
  /** Messages whose number is not their place in the order of arrival. */
  readonly misplaced: number
  /** Messages beyond the first one of a client message id. */
  readonly repeated: number
  /** The last message of a person that the customer can read. */
  readonly last_author: 'customer' | 'staff' | null
  readonly last_written_at: Date | null
}

export const readProvedTickets = async (db: Db, ids: readonly string[]): Promise<ProvedTicket[]> => {
  const { rows } = await sql<ProvedTicket>`
    select t.id, t.state, t.resolved_at, t.closed_at, t.first_answered_at, t.merged_into is not null as is_merged,
      octet_length(t.request_hash) = 0 as is_erased, t.message_count, m.messages, m.misplaced, m.repeated,
      l.author as last_author, l.created_at as last_written_at
    from service_ticket t
    cross join lateral (
      select count(*)::int as messages, count(*) filter (where number <> place)::int as misplaced,
        (count(client_message_id) - count(distinct client_message_id))::int as repeated
      from (select number, client_message_id, row_number() over (order by position) as place
        from service_message where ticket_id = t.id) numbered
    ) m
    left join lateral (
      select author, created_at from service_message
      where ticket_id = t.id and visibility = 'public' and author <> 'system' order by number desc limit 1
    ) l on true
    where t.id = any(${[...ids]}::uuid[])
    order by t.id`.execute(db)
  return rows
}

type SealedAttachment = Pick<AttachmentRow, 'id' | 'object_key' | 'sha256'> & {
  readonly sealed_data_key: Buffer
}

/** The next attachments of messages by id, without those that are due for purging. */
export const listAttachmentsAfter = async (db: Db, after: string | null): Promise<SealedAttachment[]> => {
  const { rows } = await sql<SealedAttachment>`
    select id, object_key, sealed_data_key, sha256 from service_attachment
    where id > ${after ?? nilId} and message_id is not null and purge_after is null and purged_at is null
    order by id limit ${keyBatch}`.execute(db)
  return rows
}

/** A place among the attachments in the order of their messages. */
export type FilePosition = { readonly message_id: string; readonly position: number }

/** The next attachments in the order of their messages. */
export const listFilesAfter = async (
  db: Db,
  { message_id, position }: FilePosition,
): Promise<(SealedAttachment & FilePosition)[]> => {
  const { rows } = await sql<SealedAttachment & FilePosition>`
    select id, message_id, position, object_key, sealed_data_key, sha256 from service_attachment
    where (message_id, position) > (${message_id}::uuid, ${position}::smallint) and purge_after is null and purged_at is null
    order by message_id, position limit ${fileBatch}`.execute(db)
  return rows
}

/** Whether an attachment is still kept: its account may have been erased since it was listed. */
export const isKept = async (db: Db, id: string): Promise<boolean> => {
  const { rows } = await sql`
    select from service_attachment where id = ${id} and purge_after is null and purged_at is null`.execute(db)
  return rows.length > 0
}
