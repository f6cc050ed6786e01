import { pointsOf, pointsRulesSchema } from '@clube/contract/club/points-rules.ts'
import { completeReceiptKey } from '@clube/contract/brazil/receipt-key.ts'
import { clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Db } from '../../src/db/database.ts'
import { earnPoints } from '../../src/modules/points/index.ts'
import { seedReceipt } from '../../src/modules/receipts/index.ts'

/** The default rules, which the demonstration club has. */
const { lifetime_days, ...pointsRules } = pointsRulesSchema.parse(undefined)
export { lifetime_days }

/** Inserts an approved receipt with its points; series and number identify it. */
export const seedApprovedReceipt = (
  db: Db,
  input: {
    customer_id: string
    shop: { readonly cnpj: string }
    series: string
    number: number
    amount_cents: number
    created_at: Date
    time_zone: TimeZone
  },
) => {
  const { customer_id, shop, series, number, amount_cents, created_at, time_zone } = input
  const [year = '', month = ''] = clubDayOf(created_at, time_zone).slice(2).split('-')
  const digits = (length: number) => String(number).padStart(length, '0')
  const receipt_key = completeReceiptKey(`35${year}${month}${shop.cnpj}65${series}${digits(9)}1${digits(8)}`)
  const points = pointsOf(pointsRules, amount_cents)
  return seedReceipt(
    db,
    { customer_id, cnpj: shop.cnpj, receipt_key, amount_cents },
    {
      created_at,
      time_zone,
      reward: {
        points,
        earn: (tx, { purchase_id, shop_name }) =>
          earnPoints(tx, {
            customer_id,
            points,
            source: { kind: 'purchase', id: purchase_id },
            about: shop_name,
            lifetime_days,
            now: created_at,
          }),
      },
    },
  )
}
