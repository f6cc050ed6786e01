import { startOfClubDayAt } from '@clube/contract/kernel/club-time.ts'
import type { Tx } from '../../db/database.ts'
import { listFormerAccounts } from '../identity/index.ts'
import type { ReceiptDeps } from './deps.ts'
import type { ReceiptFindings } from './plausibility.ts'
import { tillOf, type Purchase } from './receipt.ts'
import { findingsOf } from './findings-store.ts'

const dayMs = 24 * 3_600_000

/**
 * Reads the data about a receipt that the rules need; `except_id` is set when it is already stored, and `is_at_desk` when
 * an attendant registers it from the paper.
 */
export const readFindings = async (
  deps: Pick<ReceiptDeps, 'clock' | 'time_zone' | 'rules'>,
  tx: Tx,
  receipt: Pick<
    Purchase,
    | 'customer_id'
    | 'identified_session_id'
    | 'shop_id'
    | 'receipt_key'
    | 'amount_cents'
    | 'issued_on'
    | 'device_hash'
  >,
  { except_id = null, is_at_desk = false }: { except_id?: string | null; is_at_desk?: boolean } = {},
): Promise<Omit<ReceiptFindings, 'fiscal'>> => {
  const now = deps.clock()
  const { time_zone, rules } = deps
  const former = await listFormerAccounts(tx, { customer_id: receipt.customer_id, now })
  return findingsOf(tx, {
    customer_ids: [receipt.customer_id, ...former],
    receipt,
    till: tillOf(receipt.receipt_key),
    except_id,
    is_at_desk,
    day_start: startOfClubDayAt(now, time_zone),
    reversed_since: new Date(now.getTime() - rules.reversal_review_days * dayMs),
    now,
  })
}
