import { sql, type ColumnType } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { SmsReport } from '../../ports/sms-sender.ts'
import type { FailureReason, MessageChannel, MessageRecord } from './message.ts'

type MessageTable = {
  id: string
  channel: MessageChannel
  template: string
  customer_id: string | null
  state: ColumnType<MessageRecord['state'], 'queued'>
  content_sealed: Buffer | null
  attempts: ColumnType<number, never>
  claim: ColumnType<string | null, never>
  claimed_until: ColumnType<Date | null, never>
  next_attempt_at: Date
  expires_at: Date | null
  reason: ColumnType<FailureReason | null, never>
  reference: ColumnType<string | null, never>
  delivery: ColumnType<'delivered' | 'undelivered' | null, never>
  created_at: Date
  finished_at: ColumnType<Date | null, never>
}

declare module '../../db/tables.ts' {
  interface Tables {
    message: MessageTable
  }
}

export type NewMessage = {
  readonly id: string
  readonly channel: MessageChannel
  readonly template: string
  readonly customer_id: string | null
  readonly content_sealed: Buffer
  readonly expires_at: Date | null
  readonly created_at: Date
}

export const insertMessage = async (db: Db, message: NewMessage): Promise<void> => {
  await db
    .insertInto('message')
    .values({ ...message, state: 'queued', next_attempt_at: message.created_at })
    .execute()
}

export type ClaimedMessage = {
  readonly id: string
  readonly channel: MessageChannel
  readonly template: string
  readonly customer_id: string | null
  readonly content_sealed: Buffer
  readonly attempts: number
  readonly created_at: Date
  readonly expires_at: Date | null
}

/** Claims a waiting message for one worker and counts the attempt in advance. */
export const claimMessage = async (
  db: Db,
  input: { id: string; claim: string; now: Date; until: Date },
): Promise<ClaimedMessage | undefined> => {
  const { rows } = await sql<ClaimedMessage>`
    update message set claim = ${input.claim}, claimed_until = ${input.until}, attempts = attempts + 1
    where id = ${input.id} and state = 'queued' and (claimed_until is null or claimed_until <= ${input.now})
    returning id, channel, template, customer_id, content_sealed, attempts, created_at, expires_at`.execute(
    db,
  )
  return rows[0]
}

/** The end of another worker's claim to a waiting message; null when it is not waiting or not claimed. */
export const claimedUntil = async (db: Db, id: string): Promise<Date | null> => {
  const row = await db
    .selectFrom('message')
    .select('claimed_until')
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return row?.claimed_until ?? null
}

export type FinalState =
  | { readonly state: 'sent'; readonly reference: string | null }
  | { readonly state: 'suppressed' }
  | { readonly state: 'failed'; readonly reason: FailureReason }

/** Finishes a claimed message and erases its address and text. @returns false when the claim was lost */
export const finishMessage = async (
  db: Db,
  input: { id: string; claim: string; result: FinalState; now: Date },
): Promise<boolean> => {
  const { result } = input
  const reason = result.state === 'failed' ? result.reason : null
  const reference = result.state === 'sent' ? result.reference : null
  const { rows } = await sql`
    update message set state = ${result.state}, reason = ${reason}, reference = ${reference},
      finished_at = ${input.now}, content_sealed = null, claim = null, claimed_until = null
    where id = ${input.id} and claim = ${input.claim} and state = 'queued'
    returning id`.execute(db)
  return rows.length > 0
}

/** Releases a claimed message for a later attempt. @returns false when the claim was lost */
export const postponeMessage = async (
  db: Db,
  input: { id: string; claim: string; next_attempt_at: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    update message set next_attempt_at = ${input.next_attempt_at}, claim = null, claimed_until = null
    where id = ${input.id} and claim = ${input.claim} and state = 'queued'
    returning id`.execute(db)
  return rows.length > 0
}

/** Marks overdue waiting messages as due now and returns them, each to one caller only. */
export const claimOverdueMessages = async (
  db: Db,
  input: { before: Date; now: Date; limit: number },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update message set next_attempt_at = ${input.now}
    where id in (
      select id from message
      where state = 'queued' and next_attempt_at < ${input.before}
        and (claimed_until is null or claimed_until < ${input.now})
      order by next_attempt_at limit ${input.limit} for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Records a gateway's delivery report. A late failure does not override a success. */
export const recordReport = async (db: Db, channel: MessageChannel, report: SmsReport): Promise<void> => {
  await sql`
    update message set delivery = ${report.delivery}
    where reference = ${report.reference} and channel = ${channel} and delivery is distinct from 'delivered'`.execute(
    db,
  )
}

const recordColumns = [
  'id',
  'channel',
  'template',
  'customer_id',
  'state',
  'attempts',
  'next_attempt_at',
  'reason',
  'delivery',
  'created_at',
  'finished_at',
] as const

type RecordRow = Pick<
  MessageRecord,
  'id' | 'channel' | 'template' | 'customer_id' | 'attempts' | 'created_at'
> & {
  state: MessageRecord['state']
  next_attempt_at: Date
  reason: FailureReason | null
  delivery: 'delivered' | 'undelivered' | null
  finished_at: Date | null
}

/** The history of one message. */
export const findMessage = async (db: Db, id: string): Promise<MessageRecord | undefined> => {
  const row = await db.selectFrom('message').select(recordColumns).where('id', '=', id).executeTakeFirst()
  return row && recordOf(row)
}

/** Messages that failed permanently, newest first. `before` continues a list. */
export const listFailedMessages = async (
  db: Db,
  input: { before: Date | null; limit: number },
): Promise<MessageRecord[]> => {
  const rows = await db
    .selectFrom('message')
    .select(recordColumns)
    .where('state', '=', 'failed')
    .$if(input.before !== null, (query) => query.where('finished_at', '<', input.before))
    .orderBy('finished_at', 'desc')
    .limit(input.limit)
    .execute()
  return rows.map(recordOf)
}

/** A customer's messages, newest first. */
export const listOfCustomer = (db: Db, page: { customer_id: string; limit: number }) =>
  db
    .selectFrom('message')
    .select(['id', 'channel', 'template', 'state', 'created_at'])
    .where('customer_id', '=', page.customer_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()

/** Deletes messages that finished long ago. */
export const deleteFinishedMessages = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('message').where('finished_at', '<', before).execute()
}

const recordOf = (row: RecordRow): MessageRecord => {
  const { id, channel, template, customer_id, attempts, created_at } = row
  return { id, channel, template, customer_id, attempts, created_at, ...stateOf(row) }
}

const stateOf = (row: RecordRow) => {
  const ended = row.finished_at ?? row.created_at
  switch (row.state) {
    case 'queued':
      return { state: row.state, next_attempt_at: row.next_attempt_at }
    case 'sent':
      return { state: row.state, sent_at: ended, delivery: row.delivery }
    case 'failed':
      return { state: row.state, failed_at: ended, reason: row.reason ?? 'gave-up' }
    case 'suppressed':
      return { state: row.state, suppressed_at: ended }
    default:
      return row.state satisfies never
  }
}

/** Deletes all messages of a person. @returns their ids, for deleting outbox copies */
export const deleteMessagesOf = async (db: Db, customer_id: string): Promise<string[]> => {
  const rows = await db.deleteFrom('message').where('customer_id', '=', customer_id).returning('id').execute()
  return rows.map(({ id }) => id)
}
