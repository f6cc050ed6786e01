import { sql, type ColumnType, type Generated } from 'kysely'
import type { ScanResponse, ScanResult } from '@clube/contract/event-tickets/gate-calls.ts'
import type { Db, Tx } from '../../../db/database.ts'

/** Results at a gate, including those without a ticket. */
export type LoggedResult = ScanResult | 'override' | 'door'

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
}

declare module '../../../db/tables.ts' {
  interface Tables {
    event_scan: EventScanTable
  }
}

export type NewScan = Omit<EventScanTable, 'id' | 'response'> & { response: StoredResponse }

export const findScan = (
  db: Db,
  client_scan_id: string,
): Promise<
  Pick<NewScan, 'response' | 'result' | 'session_id' | 'gate' | 'quantity' | 'code_index'> | undefined
> =>
  db
    .selectFrom('event_scan')
    .select(['response', 'result', 'session_id', 'gate', 'quantity', 'code_index'])
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

/** Counters of each gate of a session. */
export const countByGate = async (db: Db, session_id: string) => {
  const { rows } = await sql<{
    gate: string
    admitted: number
    refused: number
    overridden: number
    at_the_door: number
  }>`
    select gate,
      count(*) filter (where result = 'admitted') as admitted,
      count(*) filter (where result not in ('admitted', 'override', 'door')) as refused,
      count(*) filter (where result = 'override') as overridden,
      coalesce(sum(quantity) filter (where result = 'door'), 0) as at_the_door
    from event_scan where session_id = ${session_id} group by gate order by gate`.execute(db)
  return rows
}

/** One page of a session's scans before `cursor`, newest first. */
export const listScans = (db: Db, page: { session_id: string; cursor: string | null; limit: number }) => {
  let query = db
    .selectFrom('event_scan')
    .select(['id', 'gate', 'result', 'scanned_at', 'reason', 'quantity', 'staff_id'])
    .where('session_id', '=', page.session_id)
  if (page.cursor !== null) query = query.where('id', '<', page.cursor)
  return query.orderBy('id', 'desc').limit(page.limit).execute()
}
