import type { Db, Tx } from '../../../db/database.ts'
import { sql } from 'kysely'

type GiftPrintTable = {
  voucher_id: string
  copy_number: number
  print_request_id: string
  service_channel: string
  printed_at: Date
  /** Who printed it at the desk; null for a print of the customer. */
  staff_id: string | null
}

declare module '../../../db/tables.ts' {
  interface Tables {
    gift_print: GiftPrintTable
  }
}

/** The copy number of an earlier print with the same print request. */
export const findPrint = async (
  db: Db,
  { voucher_id, print_request_id }: Pick<GiftPrintTable, 'voucher_id' | 'print_request_id'>,
): Promise<number | undefined> =>
  (
    await db
      .selectFrom('gift_print')
      .select('copy_number')
      .where('voucher_id', '=', voucher_id)
      .where('print_request_id', '=', print_request_id)
      .executeTakeFirst()
  )?.copy_number

/** The number of the customer's last print of each voucher: the copies are numbered without gaps. */
export const findLastPrints = async (
  db: Db,
  voucher_ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom('gift_print')
    .select((row) => ['voucher_id', row.fn.max('copy_number').as('copy_number')])
    .where('voucher_id', '=', sql<string>`any(${[...voucher_ids]}::uuid[])`)
    .where('staff_id', 'is', null)
    .groupBy('voucher_id')
    .execute()
  return new Map(rows.map(({ voucher_id, copy_number }) => [voucher_id, copy_number]))
}

/** The number of the desk's last copy of a voucher. */
export const findLastDeskPrint = async (db: Db, voucher_id: string): Promise<number | undefined> =>
  (
    await db
      .selectFrom('gift_print')
      .select('copy_number')
      .where('voucher_id', '=', voucher_id)
      .where('staff_id', 'is not', null)
      .orderBy('copy_number', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.copy_number

/** Stores a print; the voucher is locked. */
export const insertPrint = async (tx: Tx, print: GiftPrintTable): Promise<void> => {
  await tx.insertInto('gift_print').values(print).execute()
}
