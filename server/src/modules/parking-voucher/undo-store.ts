import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

/** A request to take a discount back. */
export type ParkingUndo = {
  id: string
  voucher_id: string
  /** Null for a reversed participation. */
  requested_by: string | null
  reason: string
  requested_at: Date
  /** `desk`: staff decide. `refused`: the car had left. */
  state: 'asking' | 'desk' | 'undone' | 'refused'
  /** Number of requests so far. */
  attempts: number
  cause: string | null
  next_at: Date
  ended_at: Date | null
}

type ParkingUndoTable = Omit<ParkingUndo, 'id' | 'attempts'> & {
  id: Generated<string>
  attempts: Generated<number>
}

const undoColumns = [
  'id',
  'voucher_id',
  'requested_by',
  'reason',
  'requested_at',
  'state',
  'attempts',
  'cause',
  'next_at',
  'ended_at',
] as const satisfies readonly (keyof ParkingUndo)[]

declare module '../../db/tables.ts' {
  interface Tables {
    parking_undo: ParkingUndoTable
  }
}

/** Records a request, due at `next_at`. @returns its id; null if the id or the voucher already has one */
export const insertUndo = async (
  tx: Tx,
  undo: Pick<ParkingUndo, 'voucher_id' | 'requested_by' | 'reason' | 'requested_at' | 'next_at'> & {
    id?: string
  },
): Promise<string | null> => {
  const row = await tx
    .insertInto('parking_undo')
    .values({ ...undo, state: 'asking', cause: null, ended_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export const findUndo = (db: Db, id: string): Promise<ParkingUndo | undefined> =>
  db.selectFrom('parking_undo').select(undoColumns).where('id', '=', id).executeTakeFirst()

/** The request of a voucher that has no result yet, locked until the transaction ends. */
export const lockOpenUndo = (tx: Tx, voucher_id: string): Promise<ParkingUndo | undefined> =>
  tx
    .selectFrom('parking_undo')
    .select(undoColumns)
    .where('voucher_id', '=', voucher_id)
    .where('state', 'in', ['asking', 'desk'])
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The last request of each voucher, by voucher. */
export const findLastUndos = async (
  db: Db,
  voucher_ids: readonly string[],
): Promise<ReadonlyMap<string, ParkingUndo>> => {
  const rows = await db
    .selectFrom('parking_undo')
    .select(undoColumns)
    .where('voucher_id', '=', sql<string>`any(${[...voucher_ids]}::uuid[])`)
    .orderBy('requested_at')
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.voucher_id, row]))
}

/** Claims due requests, which are due again at `again_at`, so that only one process asks meanwhile. @returns vouchers */
export const claimDueUndos = async (
  db: Db,
  { now, again_at, limit }: { now: Date; again_at: Date; limit: number },
): Promise<string[]> => {
  const { rows } = await sql<{ voucher_id: string }>`
    update parking_undo set attempts = attempts + 1, next_at = ${again_at}
    where id in (
      select id from parking_undo where state = 'asking' and next_at <= ${now}
      order by next_at limit ${limit} for update skip locked
    )
    returning voucher_id`.execute(db)
  return rows.map(({ voucher_id }) => voucher_id)
}

/** Stores what follows from an answer, or from a decision of staff. */
export const saveUndo = async (
  tx: Tx,
  id: string,
  change:
    | { state: 'asking'; cause: string | null; next_at: Date; attempts?: number }
    | { state: 'desk'; cause: string }
    | { state: 'undone' | 'refused'; ended_at: Date },
): Promise<void> => {
  await tx
    .updateTable('parking_undo')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', ['asking', 'desk'])
    .execute()
}

/** Requests that staff must decide, oldest first. */
export const listDeskUndos = (db: Db, limit: number): Promise<ParkingUndo[]> =>
  db
    .selectFrom('parking_undo')
    .select(undoColumns)
    .where('state', '=', 'desk')
    .orderBy('requested_at')
    .limit(limit)
    .execute()

/** Erases the reasons of requests about a customer's vouchers. */
export const eraseUndoReasons = async (tx: Tx, customer_id: string): Promise<void> => {
  await sql`
    update parking_undo u set reason = '' from parking_voucher v
    where v.id = u.voucher_id and v.customer_id = ${customer_id}`.execute(tx)
}
