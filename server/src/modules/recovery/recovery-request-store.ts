import { sql, type ColumnType, type GeneratedAlways } from 'kysely'
import type { RecoveryStateName } from '@clube/contract/recovery/review.ts'
import type { RecoveryQueue } from '@clube/contract/recovery/review-calls.ts'
import type { Db, Tx } from '../../db/database.ts'
import { openStates, type RecoveryRequest, type RecoveryState } from './recovery-request.ts'
import { lockDocument } from './reset-code-store.ts'

type RecoveryRequestTable = Omit<RecoveryRequest, 'state'> & {
  submission_hash: Buffer | null
  /** Whether it was sent from a known device. */
  known_device: boolean
  objection_hash: ColumnType<Buffer | null, never>
  state: ColumnType<RecoveryState, string, string>
  at: GeneratedAlways<RecoveryStateName>
}

declare module '../../db/tables.ts' {
  interface Tables {
    recovery_request: RecoveryRequestTable
  }
}

const columns = [
  'id',
  'protocol',
  'document_index',
  'customer_id',
  'form_sealed',
  'state',
  'submitted_at',
  'answer_by',
  'follows',
] as const

/** The next number of the protocol sequence. */
export const nextProtocolNumber = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ number: number }>`select nextval('recovery_protocol') as number`.execute(tx)
  return rows[0]?.number ?? 0
}

export const insertRequest = async (
  tx: Tx,
  request: RecoveryRequest & { submission_hash: Buffer | null; known_device: boolean },
): Promise<void> => {
  await tx
    .insertInto('recovery_request')
    .values({ ...request, state: JSON.stringify(request.state) })
    .execute()
}

/** The response to an earlier copy of the same submission. */
export const findSubmission = (
  db: Db,
  submission_hash: Buffer,
): Promise<Pick<RecoveryRequest, 'protocol' | 'answer_by'> | undefined> =>
  db
    .selectFrom('recovery_request')
    .select(['protocol', 'answer_by'])
    .where('submission_hash', '=', submission_hash)
    .executeTakeFirst()

/** A request of an account; decoy requests are not found. */
export const findRequest = (db: Db, id: string): Promise<RecoveryRequest | undefined> =>
  db
    .selectFrom('recovery_request')
    .select(columns)
    .where('id', '=', id)
    .where('customer_id', 'is not', null)
    .executeTakeFirst()

/** The customer whose request has the protocol, or null. */
export const findOwnerOfRequest = async (db: Db, protocol: string): Promise<string | null> => {
  const row = await db
    .selectFrom('recovery_request')
    .select('customer_id')
    .where('protocol', '=', protocol)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/**
 * The request, locked until the transaction ends, so that its transitions are serialized. Its document is locked first,
 * in the order of all transactions that lock both.
 */
export const lockRequest = async (tx: Tx, id: string): Promise<RecoveryRequest | undefined> => {
  const request = tx.selectFrom('recovery_request').where('id', '=', id)
  const found = await request.select('document_index').executeTakeFirst()
  if (!found) return undefined
  await lockDocument(tx, found.document_index)
  return request.select(columns).forUpdate().executeTakeFirst()
}

/** Updates a request if it is still in the state that was read. */
export const saveState = async (
  tx: Tx,
  change: { request: Pick<RecoveryRequest, 'id' | 'state'>; state: RecoveryState },
): Promise<void> => {
  const changed = await tx
    .updateTable('recovery_request')
    .set({ state: JSON.stringify(change.state) })
    .where('id', '=', change.request.id)
    .where('at', '=', change.request.state.at)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new Error(`Request ${change.request.id} changed while it was locked`)
}

/** Stores the hash of the secret in the link that stops a request during its hold. */
export const saveObjection = async (
  tx: Tx,
  { id, objection_hash }: { id: string; objection_hash: Buffer },
): Promise<void> => {
  await tx.updateTable('recovery_request').set({ objection_hash }).where('id', '=', id).execute()
}

/** The request that a link stops, in any state. */
export const findByObjection = (db: Db, objection_hash: Buffer): Promise<RecoveryRequest | undefined> =>
  db
    .selectFrom('recovery_request')
    .select(columns)
    .where('objection_hash', '=', objection_hash)
    .executeTakeFirst()

/**
 * Rejects the request of a link if its hold has not ended; mutually exclusive with the release, which requires that the
 * hold has ended.
 */
export const stopHeldRequest = async (
  tx: Tx,
  stop: { objection_hash: Buffer; state: RecoveryState; now: Date },
): Promise<RecoveryRequest | undefined> =>
  tx
    .updateTable('recovery_request')
    .set({ state: JSON.stringify(stop.state) })
    .where('objection_hash', '=', stop.objection_hash)
    .where('at', '=', 'held')
    .where(sql<boolean>`(state ->> 'until')::timestamptz > ${stop.now}`)
    .returning(columns)
    .executeTakeFirst()

/** The open requests of a document: that of a known device first, then that of others. */
export const listOpenRequests = (db: Db, document_index: Buffer): Promise<RecoveryRequest[]> =>
  db
    .selectFrom('recovery_request')
    .select(columns)
    .where('document_index', '=', document_index)
    .where('at', 'in', openStates)
    .orderBy('known_device', 'desc')
    .execute()

/** Requests of a document since an instant, from known devices or from all others, newest first. */
export const listRequestsSince = (
  db: Db,
  input: { document_index: Buffer; known_device: boolean; since: Date },
): Promise<Pick<RecoveryRequest, 'id' | 'state'>[]> =>
  db
    .selectFrom('recovery_request')
    .select(['id', 'state'])
    .where('document_index', '=', input.document_index)
    .where('known_device', '=', input.known_device)
    .where('submitted_at', '>', input.since)
    .orderBy('submitted_at', 'desc')
    .execute()

/** Cursor of the queue. */
export type QueueKey = { readonly submitted_at: Date; readonly id: string }

/** The queue that lists a request; the expression of the index `recovery_request_by_queue`. */
const queueOf = sql.raw<RecoveryQueue>(`case when at in ('submitted', 'in_review') then 'waiting'
  when at = 'needs_second' then 'second' when at = 'held' then 'held' else 'decided' end`)

/** A page of a queue, by age or newest first. */
export const listRequests = (
  db: Db,
  page: { queue: RecoveryQueue; newestFirst: boolean; after: QueueKey | null; limit: number },
): Promise<RecoveryRequest[]> => {
  const direction = page.newestFirst ? 'desc' : 'asc'
  let query = db
    .selectFrom('recovery_request')
    .select(columns)
    .where('customer_id', 'is not', null)
    .where(queueOf, '=', page.queue)
  const { after } = page
  if (after)
    query = query.where((build) =>
      build(
        build.refTuple('submitted_at', 'id'),
        page.newestFirst ? '<' : '>',
        build.tuple(after.submitted_at, after.id),
      ),
    )
  return query.orderBy('submitted_at', direction).orderBy('id', direction).limit(page.limit).execute()
}

/** The number of requests that wait in a queue, up to `limit`, excluding those that this staff member approved first. */
export const countWaitingRequests = async (
  db: Db,
  { queue, staff_id, limit }: { queue: RecoveryQueue; staff_id: string; limit: number },
): Promise<number> =>
  (
    await db
      .selectFrom('recovery_request')
      .select('id')
      .where('customer_id', 'is not', null)
      .where(queueOf, '=', queue)
      .where(sql<boolean>`state -> 'first' ->> 'staff_id' is distinct from ${staff_id}`)
      .orderBy('submitted_at')
      .limit(limit)
      .execute()
  ).length

/** Requests whose hold has ended. */
export const listDueHolds = async (db: Db, now: Date): Promise<string[]> => {
  const rows = await db
    .selectFrom('recovery_request')
    .select('id')
    .where('at', '=', 'held')
    .where(sql<boolean>`(state ->> 'until')::timestamptz <= ${now}`)
    .orderBy('submitted_at')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

/** Open decoy requests that are due, and any open longer than the photo retention. */
export const listStaleRequests = async (db: Db, input: { now: Date; oldest: Date }): Promise<string[]> => {
  const rows = await db
    .selectFrom('recovery_request')
    .select('id')
    .where('at', 'in', openStates)
    .where((build) =>
      build.or([
        build.and([build('customer_id', 'is', null), build('answer_by', '<=', input.now)]),
        build('submitted_at', '<=', input.oldest),
      ]),
    )
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

/** Erases the forms of requests decided before an instant. */
export const eraseForms = async (db: Db, decidedBefore: Date): Promise<void> => {
  await db
    .updateTable('recovery_request')
    .set({ form_sealed: null, submission_hash: null, objection_hash: null })
    .where('form_sealed', 'is not', null)
    .where('at', 'in', ['approved', 'asked_again', 'rejected'])
    .where(sql<boolean>`(state ->> 'decided_at')::timestamptz < ${decidedBefore}`)
    .execute()
}

/** Ids of the requests of an account. */
export const listRequestIds = async (db: Db, customer_id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('recovery_request')
    .select('id')
    .where('customer_id', '=', customer_id)
    .execute()
  return rows.map(({ id }) => id)
}

/** All requests of an account, including those of its document before the account existed. */
export const listAllRequestIds = async (
  db: Db,
  person: { customer_id: string; document_index: Buffer },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('recovery_request')
    .select('id')
    .where((build) =>
      build.or([
        build('customer_id', '=', person.customer_id),
        build('document_index', '=', person.document_index),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Erases forms and document from a person's requests. */
export const erasePerson = async (
  tx: Tx,
  person: { customer_id: string; document_index: Buffer; pseudonym: Buffer },
): Promise<void> => {
  await sql`
    update recovery_request
    set form_sealed = null, submission_hash = null, objection_hash = null, document_index = ${person.pseudonym}
    where customer_id = ${person.customer_id} or document_index = ${person.document_index}`.execute(tx)
}
