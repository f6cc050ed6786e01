import { documentCharacters } from '@clube/contract/brazil/document.ts'
import type { ParticipatingShop } from '@clube/contract/receipts/shop.ts'
import type { Db } from '../../db/database.ts'
import { pageSize } from './receipt-store.ts'

export type ShopRow = ParticipatingShop & { id: string; state: 'active' | 'inactive' }

const columns = ['id', 'name', 'cnpj', 'segment', 'floor', 'state'] as const

export const findActiveShop = (db: Db, cnpj: string): Promise<ShopRow | undefined> =>
  db
    .selectFrom('shop')
    .select(columns)
    .where('cnpj', '=', cnpj)
    .where('state', '=', 'active')
    .executeTakeFirst()

export const listShops = (db: Db, input: { text: string; cursor: string | null }): Promise<ShopRow[]> =>
  db
    .selectFrom('shop')
    .select(columns)
    .where((row) =>
      row.or([
        row('name', 'ilike', `%${input.text.replace(/[\\%_]/g, '\\$&')}%`),
        row('cnpj', 'like', `${documentCharacters(input.text) || '-'}%`),
      ]),
    )
    .$if(input.cursor !== null, (query) => query.where('id', '>', input.cursor ?? ''))
    .orderBy('id')
    .limit(pageSize + 1)
    .execute()

/** Shops whose receipts count. */
export const listActiveShops = (db: Db): Promise<ParticipatingShop[]> =>
  db
    .selectFrom('shop')
    .select(['id as shop_id', 'name', 'cnpj', 'segment', 'floor'])
    .where('state', '=', 'active')
    .execute()

/** Name and segment of all shops, participating or not. */
export const listAllShops = (db: Db): Promise<Pick<ShopRow, 'id' | 'name' | 'segment'>[]> =>
  db.selectFrom('shop').select(['id', 'name', 'segment']).execute()

/** Shops with one of the CNPJs, participating or not. */
export const findShops = (db: Db, cnpjs: readonly string[]): Promise<ShopRow[]> =>
  cnpjs.length === 0
    ? Promise.resolve([])
    : db.selectFrom('shop').select(columns).where('cnpj', 'in', cnpjs).execute()

type ShopFields = Omit<ShopRow, 'id'>

/** @returns undefined when another shop has the CNPJ */
export const insertShop = (db: Db, shop: ShopFields & { now: Date }): Promise<ShopRow | undefined> => {
  const { now, ...fields } = shop
  return db
    .insertInto('shop')
    .values({ ...fields, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('cnpj').doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/** @returns undefined when there is no such shop */
export const updateShop = (
  db: Db,
  shop: ShopFields & { id: string; now: Date },
): Promise<ShopRow | undefined> => {
  const { id, now, ...fields } = shop
  return db
    .updateTable('shop')
    .set({ ...fields, updated_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

/**
 * Changes the segment and floor of the shop with the CNPJ; null leaves them as they are.
 * @returns false when there is no such shop
 */
export const updateShopDetails = async (
  db: Db,
  { cnpj, segment, floor, now }: Pick<ShopRow, 'cnpj' | 'segment' | 'floor'> & { now: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('shop')
    .set({ ...(segment && { segment }), ...(floor && { floor }), updated_at: now })
    .where('cnpj', '=', cnpj)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
