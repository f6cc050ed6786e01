import { sql, type ColumnType, type Generated } from 'kysely'
import type { ScanResponse, ScanResult } from '@clube/contract/event-tickets/gate-calls.ts'
import type { Db, Tx } from '../../../db/database.ts'

/** Results at a gate, including those without a ticket, and admissions that were undone. */
export type LoggedResult = ScanResult | 'override' | 'door' | 'undone'

/** The result returned to the gate. */
export type StoredResponse = Omit<ScanResponse, 'repeated'>

type EventScanTable = {
  id: Generated<string>
  client_scan_id: string
  session_id: string
  ticket_id: string | null
  gate: string
  result: LoggedResult
  staff_id: string
  scanned_at: Date
  received_at: Date
  reason: string | null
  quantity: number
  /** Fingerprint of the scanned code; null without one. */
  code_index: Buffer | null
  response: ColumnType<StoredResponse, string, string>
  /** Whether an offline gate had admitted the person using its list. */
  admitted_offline: Generated<boolean>
}

declare module '../../../db/tables.ts' {
  interface Tables {
    event_scan: EventScanTable
  }
}

export type NewScan = Omit<EventScanTable, 'id' | 'response' | 'admitted_offline'> & {
  response: StoredResponse
  admitted_offline?: boolean
}

export const findScan = (
  db: Db,
  client_scan_id: string,
): Promise<Omit<NewScan, 'client_scan_id' | 'admitted_offline'> | undefined> =>
  db
    .selectFrom('event_scan')
    .select(['session_id', 'ticket_id', 'gate', 'result', 'staff_id', 'scanned_at', 'received_at'])
    .select(['reason', 'quantity', 'code_index', 'response'])
    .where('client_scan_id', '=', client_scan_id)
    .executeTakeFirst()

/** @returns false when the device's scan is already recorded */
export const insertScan = async (tx: Tx, scan: NewScan): Promise<boolean> => {
  const row = await tx
    .insertInto('event_scan')
    .values({ ...scan, response: JSON.stringify(scan.response) })
    .onConflict((conflict) => conflict.column('client_scan_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** An offline gate admitted the person, and another gate had admitted the ticket. */
const isDoubleEntry = sql<boolean>`(admitted_offline and result = 'already_used')`

/** No admission of the ticket of scan `s` was undone, and nobody else entered the session with it. */
const canBeUndone = sql<boolean>`not exists (
  select from event_scan e where e.ticket_id = s.ticket_id and e.session_id = s.session_id
    and (e.result in ('undone', 'override') or ${isDoubleEntry}))`

const ownAdmissionsLimit = 50

/** A staff member's admissions in a session since an instant that can be undone, newest first. */
export const listOwnAdmissions = (
  db: Db,
  { session_id, staff_id, since }: { session_id: string; staff_id: string; since: Date },
) =>
  db
    .selectFrom('event_scan as s')
    .innerJoin('event_ticket as t', 't.id', 's.ticket_id')
    .select(['s.client_scan_id', 's.gate', 's.scanned_at', 't.participant_name', 't.code_sealed'])
    .where('s.session_id', '=', session_id)
    .where('s.staff_id', '=', staff_id)
    .where('s.result', '=', 'admitted')
    .where('s.scanned_at', '>=', since)
    .where(canBeUndone)
    .orderBy('s.id', 'desc')
    .limit(ownAdmissionsLimit)
    .execute()

/** Processes of the previous version replay the stored response of an undone admission. */
const undoneResponse: Partial<StoredResponse> = { result: 'unknown', used_at: null, used_gate: null }

/**
 * Undoes an admission, so that its ticket is valid again; the session must be locked, so that its cancellation includes
 * the ticket, and the ticket, so that nobody else enters with it in the meantime.
 * @returns the ticket's id; undefined if the scan is not such an admission, or cannot be undone
 */
export const saveUndo = async (
  tx: Tx,
  admission: Pick<NewScan, 'client_scan_id' | 'session_id' | 'staff_id'> & { since: Date },
): Promise<string | undefined> => {
  const { client_scan_id, session_id, staff_id, since } = admission
  const { rows } = await sql<{ id: string }>`
    with undone as (
      update event_scan s set result = 'undone', response = response || ${JSON.stringify(undoneResponse)}
      where client_scan_id = ${client_scan_id} and session_id = ${session_id} and staff_id = ${staff_id}
        and result = 'admitted' and scanned_at >= ${since}
        and ${canBeUndone}
      returning ticket_id
    )
    update event_ticket t set state = 'valid', used_at = null, used_gate = null
    from undone where t.id = undone.ticket_id and t.state = 'used' returning t.id`.execute(tx)
  return rows[0]?.id
}

/** How another person entered a session with a ticket in addition to its admission. */
export const findOtherEntry = async (
  tx: Tx,
  { ticket_id, session_id }: Pick<NewScan, 'ticket_id' | 'session_id'>,
): Promise<'double' | 'override' | undefined> => {
  const entry = await tx
    .selectFrom('event_scan')
    .select('result')
    .where('ticket_id', '=', ticket_id)
    .where('session_id', '=', session_id)
    .where((where) => where.or([isDoubleEntry, where('result', '=', 'override')]))
    .limit(1)
    .executeTakeFirst()
  return entry && (entry.result === 'override' ? 'override' : 'double')
}

/** Counters of each gate of a session; a code that matches no ticket does not count as a refusal. */
export const countByGate = async (db: Db, session_id: string) => {
  const { rows } = await sql<{
    gate: string
    admitted: number
    refused: number
    overridden: number
    at_the_door: number
    double_entries: number
  }>`
    select gate,
      count(*) filter (where result = 'admitted') as admitted,
      count(*) filter (where result not in ('admitted', 'override', 'door', 'undone') and not ${isDoubleEntry}
        and (result <> 'unknown' or ticket_id is not null)) as refused,
      count(*) filter (where result = 'override') as overridden,
      coalesce(sum(quantity) filter (where result = 'door'), 0) as at_the_door,
      count(*) filter (where ${isDoubleEntry}) as double_entries
    from event_scan where session_id = ${session_id} group by gate order by gate`.execute(db)
  return rows
}

/**
 * One page of a session's scans with their tickets, latest scan time first, after the scan `cursor`: an offline gate's
 * scans arrive later than they happened.
 */
export const listScans = (
  db: Db,
  page: { session_id: string; cursor: string | null; only: 'double_entries' | undefined; limit: number },
) => {
  let query = db
    .selectFrom('event_scan as s')
    .leftJoin('event_ticket as t', 't.id', 's.ticket_id')
    .select([
      's.id',
      's.gate',
      's.result',
      's.scanned_at',
      's.reason',
      's.quantity',
      's.staff_id',
      's.response',
    ])
    .select(['t.participant_name', 't.code_sealed', isDoubleEntry.as('is_double_entry')])
    .where('s.session_id', '=', page.session_id)
  if (page.cursor !== null)
    query = query.where(
      sql<boolean>`(s.scanned_at, s.id) < (select scanned_at, id from event_scan where id = ${page.cursor})`,
    )
  if (page.only) query = query.where(isDoubleEntry)
  return query.orderBy('s.scanned_at', 'desc').orderBy('s.id', 'desc').limit(page.limit).execute()
}
