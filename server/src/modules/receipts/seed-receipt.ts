import { clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import { insertPurchase } from './receipt-store.ts'
import { findActiveShop } from './shop-store.ts'

/** The points of a seeded receipt; `earn` posts them in the same transaction. */
type SeededReward = {
  points: number
  earn: (tx: Tx, receipt: { purchase_id: string; shop_name: string }) => Promise<unknown>
}

/**
 * Inserts an approved receipt of a customer, registered and decided at `created_at`; without `reward` it earns no points.
 * @returns its ids
 */
export const seedReceipt = (
  db: Db,
  receipt: { customer_id: string; cnpj: string; receipt_key: string; amount_cents: number },
  { created_at, time_zone, reward }: { created_at: Date; time_zone: TimeZone; reward?: SeededReward },
): Promise<{ purchase_id: string; shop_id: string }> =>
  inTransaction(db, async (tx) => {
    const { cnpj, ...fields } = receipt
    const points = reward?.points ?? 0
    const shop = await findActiveShop(tx, cnpj)
    if (!shop) throw new Error('The shop of a receipt was not found')
    const purchase_id = await insertPurchase(tx, {
      ...fields,
      shop_id: shop.id,
      identified_session_id: null,
      issued_on: clubDayOf(created_at, time_zone),
      state: 'approved',
      points,
      review_reasons: [],
      rejection: null,
      service_channel: 'site',
      created_at,
      device_hash: null,
      consultation_url: null,
      decided_by: null,
    })
    if (purchase_id === null) throw new Error('The key of a receipt is already used')
    await reward?.earn(tx, { purchase_id, shop_name: shop.name })
    return { purchase_id, shop_id: shop.id }
  })
