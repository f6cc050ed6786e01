import { pointsOf } from '@clube/contract/club/points-rules.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { formatCnpj } from '@clube/contract/brazil/cnpj.ts'
import { parseCalendarDay, formatBirthDate as formatDay } from '@clube/contract/brazil/birth-date.ts'
import {
  lookupUrlOf,
  parseReceiptKey,
  parseReceiptQr,
  type ReceiptKeyData,
} from '@clube/contract/brazil/receipt-key.ts'
import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { InvalidInput, refusalsOf } from '../../kernel/refusal.ts'
import { countPhotosOf } from '../photos/index.ts'
import type { Actor } from '../sessions/index.ts'
import { fingerprint } from '../vault/index.ts'
import { confirmReceipt } from './confirm-receipt.ts'
import type { ReceiptDeps } from './deps.ts'
import { deskReviewReasons, reviewReasons, noResponseReason, type ReceiptFindings } from './plausibility.ts'
import { readFindings } from './read-findings.ts'
import { acceptedPeriod, receiptView, type Purchase } from './receipt.ts'
import {
  findPurchase,
  findRejection,
  insertPurchase,
  listConflicting,
  lockCustomer,
} from './receipt-store.ts'
import { rewardReceipt } from './reward-receipt.ts'
import { findActiveShop, type ShopRow } from './shop-store.ts'

const refuse = refusalsOf(registerReceiptCall)

export type RegisterReceipt = Actor & {
  /** The typed key, or the content of the QR code. */
  receipt_key: string
  /** Content of the QR code, if the key was read from it. */
  qr_code?: string | undefined
  amount_cents: number
  issued_on: string
  service_channel: string
  /** Random id of the browser, if it has one. */
  device_id: string | null
}

/**
 * Registers a receipt after checking key, state, period, shop, duplicates and daily limits. A plausible one is approved
 * and earns its points immediately; the others are reviewed by staff.
 * @throws {InvalidInput} under `receipt_key` or `issued_on`
 * @throws {Refusal} receipts.other-state, outside-period, shop-not-participating, own-duplicate, used-by-other,
 *   number-used, daily-limit, shop-limit
 */
export const registerReceipt = async (deps: ReceiptDeps, input: RegisterReceipt): Promise<Receipt> => {
  const checked = await checkReceipt(deps, input)
  const purchase_id = await inTransaction(deps.db, (tx) =>
    insertReceipt(deps, tx, { ...input, ...checked, decided_by: 'rules' }),
  )
  // The provider is queried outside of the transaction, once per stored receipt.
  if (deps.fiscal !== null) await confirmReceipt(deps, deps.fiscal, purchase_id)
  return readView(deps, purchase_id, input)
}

/** The shop, key and day of a receipt that passed the checks without a lock. */
export type CheckedReceipt = { keyData: ReceiptKeyData; issued_on: string; shop: ShopRow }

/** The checks that need no lock. */
export const checkReceipt = async (
  deps: ReceiptDeps,
  input: { receipt_key: string; issued_on: string },
): Promise<CheckedReceipt> => {
  const keyData = readKey(input.receipt_key)
  const issued_on = readDay(input.issued_on, keyData)
  if (keyData.uf !== deps.rules.uf) throw refuse('receipts.other-state')
  requirePeriod(deps, issued_on, deps.clock())
  const shop = await findActiveShop(deps.db, keyData.issuer_cnpj)
  if (!shop) throw refuse('receipts.shop-not-participating', { cnpj: formatCnpj(keyData.issuer_cnpj) })
  return { keyData, issued_on, shop }
}

/**
 * Inserts a receipt, with the customer's registrations serialized, and earns its points when it is approved.
 * @param input.decided_by the rules, or an attendant who has the paper original
 * @returns its id
 */
export const insertReceipt = async (
  deps: ReceiptDeps,
  tx: Tx,
  input: RegisterReceipt & CheckedReceipt & { decided_by: 'rules' | { staff_id: string } },
): Promise<string> => {
  const { keyData, shop, customer_id, identified_session_id, service_channel, decided_by } = input
  const now = deps.clock()
  const receipt = {
    customer_id,
    identified_session_id,
    shop_id: shop.id,
    receipt_key: keyData.key,
    amount_cents: input.amount_cents,
    issued_on: input.issued_on,
    device_hash: deviceHashOf(input),
    // The key itself may be the content of a QR code.
    consultation_url: lookupUrlOf(input.qr_code ?? input.receipt_key, keyData.key),
  }
  await lockCustomer(tx, customer_id)
  await refuseDuplicate(tx, receipt)
  const findings = await readFindings(deps, tx, receipt, { is_at_desk: decided_by !== 'rules' })
  requireDailyLimits(deps, findings, shop.name)
  if (decided_by === 'rules' && findings.same_number.approved > 0) await refuseUsed(tx, receipt)
  const review_reasons =
    decided_by !== 'rules'
      ? deskReviewReasons(deps.rules, findings)
      : deps.fiscal === null
        ? reviewReasons(deps.rules, { ...findings, fiscal: null }, { now, time_zone: deps.time_zone })
        : [noResponseReason]
  const approved = decided_by === 'rules' ? 'auto_approved' : 'approved'
  const state = review_reasons.length === 0 ? approved : 'pending_review'
  const points = state === 'pending_review' ? 0 : pointsOf(deps.rules, receipt.amount_cents)
  const purchase = {
    ...receipt,
    service_channel,
    state,
    review_reasons,
    points,
    rejection: await findRejection(tx, receipt),
    decided_by: state === 'approved' && decided_by !== 'rules' ? decided_by.staff_id : null,
  } as const
  const id = await insertPurchase(tx, { ...purchase, created_at: now })
  if (id === null) return refuseUsed(tx, receipt)
  if (state !== 'pending_review')
    await rewardReceipt(deps, tx, { ...receipt, id, shop_name: shop.name, state, points })
  return id
}

/** A kiosk is used by many customers, so its device is not recorded. */
const deviceHashOf = ({ device_id, service_channel }: RegisterReceipt): Buffer | null =>
  device_id === null || service_channel === 'totem' ? null : fingerprint(device_id)

const requireDailyLimits = (
  { rules: { daily_limit, shop_daily_limit } }: ReceiptDeps,
  { person }: Pick<ReceiptFindings, 'person'>,
  shop_name: string,
): void => {
  if (person.today >= daily_limit) throw refuse('receipts.daily-limit', { count: daily_limit })
  if (person.at_shop_today >= shop_daily_limit)
    throw refuse('receipts.shop-limit', { count: shop_daily_limit, shop: shop_name })
}

const readView = async ({ db, rules }: ReceiptDeps, id: string, actor: Actor): Promise<Receipt> => {
  const purchase = await findPurchase(db, id)
  if (!purchase) throw new Error('The registered receipt was not found')
  return receiptView(rules, purchase, { actor, photos: (await countPhotosOf(db, [id])).get(id) ?? 0 })
}

/** @throws {InvalidInput} under `receipt_key` for anything but a key or a receipt's QR code */
export const readKey = (text: string): ReceiptKeyData => {
  // A typed key has none of the separators of a QR code's URL.
  const parsed = /[:?|]/.test(text) ? parseReceiptQr(text) : parseReceiptKey(text)
  if (!parsed.ok) throw new InvalidInput([{ path: 'receipt_key', message: parsed.message }])
  return parsed.value
}

const readDay = (text: string, keyData: ReceiptKeyData): string => {
  const parsed = parseCalendarDay(text)
  if (!parsed.ok) throw new InvalidInput([{ path: 'issued_on', message: parsed.message }])
  if (parsed.value.slice(0, 7) !== keyData.issued_month)
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

type ReceiptIdentity = Pick<Purchase, 'receipt_key' | 'customer_id'>

/** A receipt with this number is already approved; a concurrent registration may have the same key. */
const refuseUsed = async (tx: Tx, receipt: ReceiptIdentity): Promise<never> => {
  await refuseDuplicate(tx, receipt)
  throw refuse('receipts.number-used')
}

const refuseDuplicate = async (tx: Tx, { receipt_key: key, customer_id }: ReceiptIdentity): Promise<void> => {
  const conflicting = await listConflicting(tx, [key])
  if (conflicting.some((other) => other.customer_id === customer_id)) throw refuse('receipts.own-duplicate')
  if (conflicting.some((other) => other.receipt_key === key)) throw refuse('receipts.used-by-other')
}
