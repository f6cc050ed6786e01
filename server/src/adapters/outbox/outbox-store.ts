import { sql, type Generated } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { EmailAttachment } from '../../ports/mailer.ts'

/** A message stored in the outbox instead of being sent. */
export type OutboxMessage = {
  readonly message_id: string
  readonly channel: 'email' | 'sms'
  readonly recipient: string
  readonly subject: string
  readonly html: string
  readonly text: string
}

type OutboxMessageTable = OutboxMessage & { created_at: Generated<Date> }

type OutboxAttachmentTable = EmailAttachment & { message_id: string; position: number }

declare module '../../db/tables.ts' {
  interface Tables {
    outbox_message: OutboxMessageTable
    outbox_attachment: OutboxAttachmentTable
  }
}

/** Stores a message with its attachments; idempotent. */
export const storeMessage = async (
  db: Db,
  message: OutboxMessage,
  attachments: readonly EmailAttachment[],
): Promise<void> => {
  await db
    .insertInto('outbox_message')
    .values(message)
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
  if (attachments.length === 0) return
  const { message_id } = message
  await db
    .insertInto('outbox_attachment')
    .values(attachments.map((attachment, position) => ({ ...attachment, message_id, position })))
    .onConflict((conflict) => conflict.columns(['message_id', 'position']).doNothing())
    .execute()
}

/** Messages with the names of their attachments, newest first. */
export const listOutbox = (
  db: Db,
  limit: number,
): Promise<(OutboxMessage & { created_at: Date; filenames: string[] })[]> =>
  db
    .selectFrom('outbox_message')
    .select(['message_id', 'channel', 'recipient', 'subject', 'html', 'text', 'created_at'])
    .select(
      sql<string[]>`array(select filename from outbox_attachment a
        where a.message_id = outbox_message.message_id order by position)`.as('filenames'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('message_id')
    .limit(limit)
    .execute()

/** An attachment of a message. */
export const findAttachment = (
  db: Db,
  { message_id, filename }: { message_id: string; filename: string },
): Promise<EmailAttachment | undefined> =>
  db
    .selectFrom('outbox_attachment')
    .select(['filename', 'content_type', 'content'])
    .where('message_id', '=', message_id)
    .where('filename', '=', filename)
    .executeTakeFirst()

/** Deletes the copies of messages. */
export const deleteFromOutbox = async (db: Db, message_ids: readonly string[]): Promise<void> => {
  for (const table of ['outbox_message', 'outbox_attachment'] as const)
    await db
      .deleteFrom(table)
      .where('message_id', '=', sql<string>`any(${[...message_ids]}::uuid[])`)
      .execute()
}
