import type { attachmentTypes } from '@clube/contract/customer-service/service-ticket.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

type ServiceAttachmentTable = {
  id: string
  customer_id: string | null
  staff_id: string | null
  message_id: string | null
  position: number | null
  type: (typeof attachmentTypes)[number]
  name: string
  bytes: number
  object_key: string
  sealed_data_key: Buffer | null
  sha256: Buffer
  created_at: Date
  purge_after: Date | null
  purged_at: Date | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    service_attachment: ServiceAttachmentTable
  }
}

export type AttachmentRow = ServiceAttachmentTable

/** The customer or the member who uploaded it. */
export type Uploader = { readonly customer_id: string } | { readonly staff_id: string }

const columns = [
  'id',
  'customer_id',
  'staff_id',
  'message_id',
  'position',
  'type',
  'name',
  'bytes',
  'object_key',
  'sealed_data_key',
  'sha256',
  'created_at',
  'purge_after',
  'purged_at',
] as const

const ownerOf = (uploader: Uploader) =>
  'customer_id' in uploader
    ? sql<boolean>`customer_id = ${uploader.customer_id}`
    : sql<boolean>`staff_id = ${uploader.staff_id}`

export const insertUpload = async (
  db: Db,
  upload: Omit<AttachmentRow, 'customer_id' | 'staff_id' | 'message_id' | 'position' | 'purged_at'>,
  uploader: Uploader,
): Promise<void> => {
  await db
    .insertInto('service_attachment')
    .values({
      ...upload,
      customer_id: 'customer_id' in uploader ? uploader.customer_id : null,
      staff_id: 'staff_id' in uploader ? uploader.staff_id : null,
      message_id: null,
      position: null,
      purged_at: null,
    })
    .execute()
}

/** Attaches own uploads to a message, in the given order, once each. @returns how many */
export const attachUploads = async (
  tx: Tx,
  input: { ids: readonly string[]; message_id: string; uploader: Uploader; now: Date },
): Promise<number> => {
  const { ids, message_id, uploader, now } = input
  if (ids.length === 0) return 0
  const { numAffectedRows } = await sql`
    update service_attachment set message_id = ${message_id}, position = array_position(${[...ids]}::uuid[], id),
      purge_after = null
    where id = any(${[...ids]}::uuid[]) and message_id is null and purged_at is null and purge_after > ${now}
      and ${ownerOf(uploader)}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export const listAttachmentsOf = async (
  db: Db,
  message_ids: readonly string[],
): Promise<Map<string, AttachmentRow[]>> => {
  if (message_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('service_attachment')
    .select(columns)
    .where('message_id', '=', sql<string>`any(${[...message_ids]}::uuid[])`)
    .where('purged_at', 'is', null)
    .orderBy('position')
    .execute()
  return Map.groupBy(rows, ({ message_id }) => message_id ?? '')
}

/** An attachment, and the ticket and visibility of its message; null for an upload without one. */
export const findAttachment = async (
  db: Db,
  id: string,
): Promise<
  | (AttachmentRow & { ticket_id: string | null; visibility: string | null; owner_id: string | null })
  | undefined
> =>
  db
    .selectFrom('service_attachment as a')
    .leftJoin('service_message as m', 'm.id', 'a.message_id')
    .leftJoin('service_ticket as t', 't.id', 'm.ticket_id')
    .select([
      'a.id',
      'a.customer_id',
      'a.staff_id',
      'a.message_id',
      'a.position',
      'a.type',
      'a.name',
      'a.bytes',
      'a.object_key',
      'a.sealed_data_key',
      'a.sha256',
      'a.created_at',
      'a.purge_after',
      'a.purged_at',
      'm.ticket_id',
      'm.visibility',
      't.customer_id as owner_id',
    ])
    .where('a.id', '=', id)
    .executeTakeFirst()

/** Makes an own upload without a message due for purging. */
export const discardUpload = async (
  db: Db,
  { id, uploader, now }: { id: string; uploader: Uploader; now: Date },
): Promise<void> => {
  await sql`
    update service_attachment set purge_after = ${now}
    where id = ${id} and message_id is null and purge_after > ${now} and ${ownerOf(uploader)}`.execute(db)
}

/** Makes all attachments of a customer's tickets, and their uploads, due for purging. */
export const releaseAttachmentsOf = async (
  tx: Tx,
  { customer_id, name, now }: { customer_id: string; name: string; now: Date },
): Promise<void> => {
  await sql`
    update service_attachment a set purge_after = ${now}, name = ${name}
    from service_message m join service_ticket t on t.id = m.ticket_id
    where m.id = a.message_id and t.customer_id = ${customer_id}`.execute(tx)
  await sql`
    update service_attachment set purge_after = ${now}, name = ${name} where customer_id = ${customer_id}`.execute(
    tx,
  )
}

export const listDueAttachments = (
  db: Db,
  { now, limit, after }: { now: Date; limit: number; after: { purge_after: Date | null; id: string } | null },
): Promise<{ id: string; object_key: string; purge_after: Date | null }[]> => {
  let query = db
    .selectFrom('service_attachment')
    .select(['id', 'object_key', 'purge_after'])
    .where('purged_at', 'is', null)
    .where('purge_after', '<=', now)
  if (after) query = query.where(sql<boolean>`(purge_after, id) > (${after.purge_after}, ${after.id}::uuid)`)
  return query.orderBy('purge_after').orderBy('id').limit(limit).execute()
}

/** Deletes the key of an attachment whose object was deleted, and its name, which may be a person's. */
export const markAttachmentPurged = async (
  db: Db,
  { id, name, now }: { id: string; name: string; now: Date },
): Promise<void> => {
  await db
    .updateTable('service_attachment')
    .set({ purged_at: now, sealed_data_key: null, name })
    .where('id', '=', id)
    .where('purged_at', 'is', null)
    .execute()
}

/** Which of these objects belong to an attachment that is kept. */
export const findKeptObjects = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('service_attachment')
    .select('object_key')
    .where('object_key', 'in', keys)
    .where('purged_at', 'is', null)
    .execute()
  return new Set(rows.map(({ object_key }) => object_key))
}
