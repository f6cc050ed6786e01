import { clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { insertPurchase } from './receipt-store.ts'
import { findActiveShop } from './shop-store.ts'

/** Inserts an approved receipt of a customer, registered and decided at `at`, which earned no points. */
export const seedReceipt = (
  db: Db,
  receipt: { customer_id: string; cnpj: string; receipt_key: string; amount_cents: number },
  { at, time_zone }: { at: Date; time_zone: TimeZone },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { cnpj, ...fields } = receipt
    const shop = await findActiveShop(tx, cnpj)
    if (!shop) throw new Error('The shop of a receipt was not found')
    await insertPurchase(tx, {
      ...fields,
      shop_id: shop.id,
      identified_session_id: null,
      issued_on: clubDayOf(at, time_zone),
      state: 'approved',
      points: 0,
      review_reasons: [],
      rejection: null,
      service_channel: 'site',
      created_at: at,
      device_hash: null,
      consultation_url: null,
      decided_by: null,
    })
  })
