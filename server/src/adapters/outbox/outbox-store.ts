import { sql, type Generated } from 'kysely'
import type { Db } from '../../db/database.ts'

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

declare module '../../db/tables.ts' {
  interface Tables {
    outbox_message: OutboxMessageTable
  }
}

/** Stores a message; idempotent. */
export const storeMessage = async (db: Db, message: OutboxMessage): Promise<void> => {
  await db
    .insertInto('outbox_message')
    .values(message)
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
}

/** Messages, newest first. */
export const listOutbox = (db: Db, limit: number): Promise<(OutboxMessage & { created_at: Date })[]> =>
  db
    .selectFrom('outbox_message')
    .select(['message_id', 'channel', 'recipient', 'subject', 'html', 'text', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('message_id')
    .limit(limit)
    .execute()

/** Deletes the copies of messages. */
export const deleteFromOutbox = async (db: Db, message_ids: readonly string[]): Promise<void> => {
  await db
    .deleteFrom('outbox_message')
    .where('message_id', '=', sql<string>`any(${[...message_ids]}::uuid[])`)
    .execute()
}
