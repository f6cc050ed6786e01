import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

type OpenReceiptTable = {
  staff_id: string
  purchase_id: string
  opened_at: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    open_receipt: OpenReceiptTable
  }
}

/** Records the receipt that a staff member has open, replacing the previous one. */
export const saveOpened = async (db: Db, opened: OpenReceiptTable): Promise<void> => {
  const { purchase_id, opened_at } = opened
  await db
    .insertInto('open_receipt')
    .values(opened)
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ purchase_id, opened_at }))
    .execute()
}

/** Removes the record of a receipt that a staff member has closed or decided, unless another one replaced it. */
export const deleteOpened = async (
  db: Db,
  { staff_id, purchase_id }: Pick<OpenReceiptTable, 'staff_id' | 'purchase_id'>,
): Promise<void> => {
  await db
    .deleteFrom('open_receipt')
    .where('staff_id', '=', staff_id)
    .where('purchase_id', '=', purchase_id)
    .execute()
}

/** The other staff member who opened each receipt first. */
export const listOpenedByOthers = (
  db: Db,
  { ids, staff_id, since }: { ids: readonly string[]; staff_id: string; since: Date },
): Promise<OpenReceiptTable[]> =>
  db
    .selectFrom('open_receipt')
    .distinctOn('purchase_id')
    .select(['staff_id', 'purchase_id', 'opened_at'])
    .where('purchase_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('staff_id', '<>', staff_id)
    .where('opened_at', '>', since)
    .orderBy('purchase_id')
    .orderBy('opened_at')
    .execute()
