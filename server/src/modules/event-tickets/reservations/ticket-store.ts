import { sql, type ColumnType, type Generated } from 'kysely'
import type { TicketState } from '@clube/contract/event-tickets/reservation.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { CodeAtRest } from '../../campaigns/index.ts'

type EventTicketTable = CodeAtRest & {
  id: Generated<string>
  reservation_id: string
  session_id: string
  participant_name: string
  birth_date: ColumnType<string | null, string | null, string | null>
  state: TicketState
  used_at: Date | null
  used_gate: string | null
  /** Null until it is computed. */
  short_offline_hash: Generated<Buffer | null>
  created_at: Date
}

declare module '../../../db/tables.ts' {
  interface Tables {
    event_ticket: EventTicketTable
  }
}

/** A stored ticket. */
export type TicketRow = {
  id: string
  reservation_id: string
  session_id: string
  participant_name: string
  code_sealed: Buffer
  state: TicketState
  used_at: Date | null
  used_gate: string | null
  short_offline_hash: Buffer | null
}

const columns = [
  'id',
  'reservation_id',
  'session_id',
  'participant_name',
  'code_sealed',
  'state',
  'used_at',
  'used_gate',
  'short_offline_hash',
] as const

export const insertTickets = async (
  tx: Tx,
  input: {
    session_id: string
    tickets: readonly (CodeAtRest & {
      reservation_id: string
      participant_name: string
      birth_date: string | null
    })[]
    now: Date
  },
): Promise<void> => {
  const { session_id, tickets, now } = input
  // One text for any number of tickets, so that it stays prepared.
  await sql`
    insert into event_ticket
      (reservation_id, session_id, code_index, code_sealed, short_index, participant_name, birth_date, state, created_at)
    select t.reservation_id, ${session_id}::uuid, t.code_index, t.code_sealed, t.short_index, t.participant_name,
      t.birth_date, 'valid', ${now}::timestamptz
    from unnest(
      ${tickets.map(({ reservation_id }) => reservation_id)}::uuid[],
      ${tickets.map(({ code_index }) => code_index)}::bytea[],
      ${tickets.map(({ code_sealed }) => code_sealed)}::bytea[],
      ${tickets.map(({ short_index }) => short_index)}::bytea[],
      ${tickets.map(({ participant_name }) => participant_name)}::text[],
      ${tickets.map(({ birth_date }) => birth_date)}::date[]
    ) as t (reservation_id, code_index, code_sealed, short_index, participant_name, birth_date)`.execute(tx)
}

export const listTicketsOfReservations = (db: Db, reservation_ids: readonly string[]): Promise<TicketRow[]> =>
  db
    .selectFrom('event_ticket')
    .select(columns)
    .where('reservation_id', '=', sql<string>`any(${[...reservation_ids]}::uuid[])`)
    .orderBy('id')
    .execute()

/** A ticket by the fingerprint of either of its codes. */
export const findByCode = (
  db: Db,
  kind: 'code' | 'short',
  fingerprint: Buffer,
): Promise<TicketRow | undefined> =>
  db
    .selectFrom('event_ticket')
    .select(columns)
    .where(kind === 'code' ? 'code_index' : 'short_index', '=', fingerprint)
    .executeTakeFirst()

export const lockTicket = (tx: Tx, id: string): Promise<TicketRow | undefined> =>
  tx.selectFrom('event_ticket').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const saveShortOfflineHash = async (
  db: Db,
  ticket: { id: string; short_offline_hash: Buffer },
): Promise<void> => {
  const { id, short_offline_hash } = ticket
  await db.updateTable('event_ticket').set({ short_offline_hash }).where('id', '=', id).execute()
}

/** @returns false when it cannot be used */
export const useTicket = async (
  tx: Tx,
  input: { id: string; used_at: Date; used_gate: string },
): Promise<boolean> => {
  const { id, ...use } = input
  const row = await tx
    .updateTable('event_ticket')
    .set({ state: 'used', ...use })
    .where('id', '=', id)
    .where('state', '=', 'valid')
    .where(
      sql<boolean>`exists (select from event_session s where s.id = event_ticket.session_id and s.cancelled_at is null)`,
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Cancels the unused tickets of a reservation. @returns their number */
export const cancelTickets = async (tx: Tx, reservation_id: string): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('event_ticket')
    .set({ state: 'cancelled' })
    .where('reservation_id', '=', reservation_id)
    .where('state', '=', 'valid')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Releases all unused tickets of a session. @returns their number */
export const releaseUnusedTickets = async (tx: Tx, session_id: string): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('event_ticket')
    .set({ state: 'released' })
    .where('session_id', '=', session_id)
    .where('state', '=', 'valid')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** One page of a session's tickets after `cursor`, or all of them. */
export const listSessionTickets = (
  db: Db,
  page: { session_id: string; cursor: string | null; limit: number | null },
): Promise<TicketRow[]> => {
  let query = db.selectFrom('event_ticket').select(columns).where('session_id', '=', page.session_id)
  if (page.cursor !== null) query = query.where('id', '>', page.cursor)
  query = query.orderBy('id')
  return (page.limit === null ? query : query.limit(page.limit)).execute()
}
