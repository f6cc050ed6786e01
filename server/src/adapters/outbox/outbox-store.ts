import type { Generated } from 'kysely'
import type { Db } from '../../db/database.ts'

/** A message that went nowhere but into the outbox. */
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

/** Keeps a message; the same one again is the same one. */
export const keepMessage = async (db: Db, message: OutboxMessage): Promise<void> => {
  await db
    .insertInto('outbox_message')
    .values(message)
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
}

/** The newest messages first. */
export const listOutbox = (db: Db, limit: number): Promise<(OutboxMessage & { created_at: Date })[]> =>
  db
    .selectFrom('outbox_message')
    .select(['message_id', 'channel', 'recipient', 'subject', 'html', 'text', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('message_id')
    .limit(limit)
    .execute()
