import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import { bareOf } from '../project-numbers.ts'

declare module '../../../db/tables.ts' {
  interface Tables {
    brand_purchase: { brand_id: string; purchase_number: string; imported_at: Date }
  }
}

/** Whether the brand imported the purchase. */
export const isPurchaseListed = async (
  db: Db,
  { brand_id, number }: { brand_id: string; number: string },
): Promise<boolean> =>
  (await db
    .selectFrom('brand_purchase')
    .select('brand_id')
    .where('brand_id', '=', brand_id)
    .where('purchase_number', '=', bareOf(number))
    .executeTakeFirst()) !== undefined

/** Inserts purchases; known ones are unchanged. @returns the number of new ones */
export const insertPurchases = async (
  tx: Tx,
  { brand_id, numbers, now }: { brand_id: string; numbers: readonly string[]; now: Date },
): Promise<number> => {
  const { rows } = await sql<{ added: number }>`
    with added as (
      insert into brand_purchase (brand_id, purchase_number, imported_at)
      select ${brand_id}, number, ${now} from unnest(${numbers.map(bareOf)}::text[]) as t (number)
      on conflict do nothing returning 1
    ) select count(*)::int as added from added`.execute(tx)
  return rows[0]?.added ?? 0
}

/** How many purchases the brand has imported, and when it last did. */
export const summarizePurchases = async (
  db: Db,
  brand_id: string,
): Promise<{ count: number; last_imported_at: Date | null }> => {
  const { rows } = await sql<{ count: number; last_imported_at: Date | null }>`
    select count(*)::int as count, max(imported_at) as last_imported_at
    from brand_purchase where brand_id = ${brand_id}`.execute(db)
  return rows[0] ?? { count: 0, last_imported_at: null }
}
