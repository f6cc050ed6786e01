import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { parseCalendarDay, formatBirthDate as formatDay } from '@clube/contract/brazil/birth-date.ts'
import { parseReceiptKey, parseReceiptQr, type ReceiptKeyData } from '@clube/contract/brazil/receipt-key.ts'
import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { startOfClubDayAt } from '@clube/contract/kernel/club-time.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { InvalidInput, refusalsOf } from '../../kernel/refusal.ts'
import type { Actor } from '../sessions/index.ts'
import type { ReceiptDeps } from './deps.ts'
import { acceptedPeriod, reviewReasons, pointsOf, receiptView } from './receipt.ts'
import { findByKey, findPurchase, countsOf, insertPurchase, lockCustomer } from './receipt-store.ts'
import { findActiveShop } from './shop-store.ts'

const refuse = refusalsOf(registerReceiptCall)

const recentMs = 30 * 24 * 3_600_000

export type RegisterReceipt = Actor & {
  /** The typed key, or the content of the QR code. */
  receipt_key: string
  amount_cents: number
  issued_on: string
  service_channel: string
}

/**
 * Registers a receipt after checking key, state, period, shop, duplicates and daily limits. An
 * unsuspicious one is approved and earns its points immediately; the others are reviewed by staff.
 * @throws {InvalidInput} under `receipt_key` or `issued_on`
 * @throws {Refusal} receipts.other-state, outside-period, shop-not-participating, own-duplicate, used-by-other,
 *   daily-limit, shop-limit
 */
export const registerReceipt = async (deps: ReceiptDeps, input: RegisterReceipt): Promise<Receipt> => {
  const now = deps.clock()
  const facts = readKey(input.receipt_key)
  const issued_on = readDay(input.issued_on, facts)
  if (facts.uf !== deps.rules.uf) throw refuse('receipts.other-state')
  requirePeriod(deps, issued_on, now)
  const shop = await findActiveShop(deps.db, facts.issuer_cnpj)
  if (!shop) throw refuse('receipts.shop-not-participating')

  return inTransaction(deps.db, async (tx) => {
    await lockCustomer(tx, input.customer_id)
    await refuseDuplicate(tx, facts.key, input.customer_id)
    const counts = await countsOf(tx, {
      customer_id: input.customer_id,
      shop_id: shop.id,
      day_start: startOfClubDayAt(now, deps.time_zone),
      recentSince: new Date(now.getTime() - recentMs),
    })
    const { daily_limit, shop_daily_limit } = deps.rules
    if (counts.today >= daily_limit) throw refuse('receipts.daily-limit', { count: daily_limit })
    if (counts.at_shop_today >= shop_daily_limit)
      throw refuse('receipts.shop-limit', { count: shop_daily_limit })
    const review_reasons = reviewReasons(deps.rules, input, counts)
    const points = review_reasons.length === 0 ? pointsOf(deps.rules, input.amount_cents) : 0
    const { customer_id, identified_session_id, amount_cents, service_channel } = input
    const id = await insertPurchase(tx, {
      customer_id,
      identified_session_id,
      shop_id: shop.id,
      receipt_key: facts.key,
      amount_cents,
      issued_on,
      state: review_reasons.length === 0 ? 'auto_approved' : 'pending_review',
      review_reasons,
      points,
      service_channel,
      created_at: now,
    })
    // Registered concurrently by another customer.
    if (id === null) throw refuse('receipts.used-by-other')
    const { name: shop_name } = shop
    if (points > 0) await deps.points.earn(tx, { customer_id, purchase_id: id, shop_name, points, now })
    const purchase = await findPurchase(tx, id)
    if (!purchase) throw new Error('The receipt was not found in its own transaction')
    return receiptView(purchase, 0)
  })
}

/** @throws {InvalidInput} under `receipt_key` for anything but a key or a receipt's QR code */
export const readKey = (text: string): ReceiptKeyData => {
  // A typed key has none of the separators of a QR code's URL.
  const parsed = /[:?|]/.test(text) ? parseReceiptQr(text) : parseReceiptKey(text)
  if (!parsed.ok) throw new InvalidInput([{ path: 'receipt_key', message: parsed.message }])
  return parsed.value
}

const readDay = (text: string, facts: ReceiptKeyData): string => {
  const parsed = parseCalendarDay(text)
  if (!parsed.ok) throw new InvalidInput([{ path: 'issued_on', message: parsed.message }])
  if (parsed.value.slice(0, 7) !== facts.issued_month)
    throw new InvalidInput([
      { path: 'issued_on', message: 'A data não é do mês em que a nota foi emitida. Confira na nota.' },
    ])
  return parsed.value
}

const requirePeriod = (deps: ReceiptDeps, issued_on: string, now: Date): void => {
  const { first, last } = acceptedPeriod(deps.rules, now, deps.time_zone)
  if (issued_on >= first && issued_on <= last) return
  throw refuse('receipts.outside-period', {
    date: formatDay(issued_on),
    start: formatDay(first),
    end: formatDay(last),
  })
}

const refuseDuplicate = async (tx: Tx, key: string, customer_id: string): Promise<void> => {
  const owner = await findByKey(tx, key)
  if (!owner) return
  throw refuse(owner.customer_id === customer_id ? 'receipts.own-duplicate' : 'receipts.used-by-other')
}
