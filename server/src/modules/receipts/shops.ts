import { clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { saveShopCall, type Shop } from '@clube/contract/receipts/receipt-staff-calls.ts'
import type { ParticipatingShop } from '@clube/contract/receipts/shop.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { violatesConstraint } from '../../db/database-failure.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import type { ReceiptDeps } from './deps.ts'
import { saveTill } from './findings-store.ts'
import { insertShop, listActiveShops, updateShop, type ShopRow } from './shop-store.ts'

const refuse = refusalsOf(saveShopCall)

/** The staff view of a shop. */
export const shopView = ({ id, ...shop }: ShopRow): Shop => ({ shop_id: id, ...shop })

/**
 * Creates a shop, or changes the one identified by `shop_id`.
 * @throws {Refusal} receipts.shop-exists, receipts.shop-unknown
 */
export const saveShop = (
  deps: ReceiptDeps,
  input: Omit<Shop, 'shop_id'> & { shop_id?: string | undefined; staff_id: string },
): Promise<Shop> =>
  inTransaction(deps.db, async (tx) => {
    const { shop_id, staff_id, ...fields } = input
    const now = deps.clock()
    const saved =
      shop_id === undefined
        ? await insertShop(tx, { ...fields, now })
        : await updateShop(tx, { id: shop_id, ...fields, now }).catch((error: unknown) => {
            if (violatesConstraint(error, 'shop_cnpj_key')) throw refuse('receipts.shop-exists')
            throw error
          })
    if (!saved) throw refuse(shop_id === undefined ? 'receipts.shop-exists' : 'receipts.shop-unknown')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'receipts.save-shop',
      subject: { kind: 'shop', id: saved.id },
      sentence: shop_id === undefined ? 'Cadastrou uma loja participante.' : 'Alterou uma loja participante.',
    })
    return shopView(saved)
  })

const byName = new Intl.Collator('pt-BR', { numeric: true })

/** The shops whose receipts count, by name. */
export const listParticipatingShops = async (db: Db): Promise<ParticipatingShop[]> =>
  (await listActiveShops(db)).toSorted((a, b) => byName.compare(a.name, b.name))

/** Inserts seeded shops and the tills whose receipts are known, unless they exist. */
export const seedShops = async (
  db: Db,
  shops: readonly (ParticipatingShop & { tills: readonly { till: string; number: number }[] })[],
  input: { now: Date; time_zone: TimeZone },
): Promise<void> => {
  const { now } = input
  const seen_on = clubDayOf(now, input.time_zone)
  await inTransaction(db, async (tx) => {
    for (const { tills, ...shop } of shops) {
      const saved = await insertShop(tx, { ...shop, state: 'active', now })
      if (!saved) continue
      for (const till of tills) await saveTill(tx, { shop_id: saved.id, ...till, seen_on, purchase_id: null })
    }
  })
}
