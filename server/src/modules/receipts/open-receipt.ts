import type { DataOf } from '@clube/contract/kernel/call.ts'
import { openReceiptCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import type { Db } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { ReceiptDeps } from './deps.ts'
import { deleteOpened, listOpenedByOthers, saveOpened } from './open-receipt-store.ts'
import { findPurchase } from './receipt-store.ts'

/** How long others are told that a staff member has a receipt open. */
const openReceiptMs = 10 * 60_000

type OpenedBy = DataOf<typeof openReceiptCall>['opened_by']

/**
 * Records the receipt that a staff member has open, or has closed, and returns who else has it open. Nobody is locked
 * out: a decision only requires that the receipt is still under review.
 * @throws {Refusal} receipts.unknown
 */
export const openReceipt = async (
  deps: ReceiptDeps,
  input: { purchase_id: string; staff_id: string; is_closing?: boolean | undefined },
): Promise<DataOf<typeof openReceiptCall>> => {
  const { purchase_id, staff_id, is_closing = false } = input
  const purchase = await findPurchase(deps.db, purchase_id)
  if (!purchase) throw refusalsOf(openReceiptCall)('receipts.unknown')
  if (is_closing) await deleteOpened(deps.db, { staff_id, purchase_id })
  else await saveOpened(deps.db, { staff_id, purchase_id, opened_at: deps.clock() })
  const others = await readOpenedBy(deps, deps.db, { ids: [purchase_id], staff_id })
  return { state: purchase.state, opened_by: others.get(purchase_id) ?? null }
}

/** By receipt, the other staff member who opened it first and may still have it open. */
export const readOpenedBy = async (
  deps: Pick<ReceiptDeps, 'clock' | 'namesOfStaff'>,
  db: Db,
  { ids, staff_id }: { ids: readonly string[]; staff_id: string },
): Promise<ReadonlyMap<string, NonNullable<OpenedBy>>> => {
  const since = new Date(deps.clock().getTime() - openReceiptMs)
  const opened = await listOpenedByOthers(db, { ids, staff_id, since })
  const names = await deps.namesOfStaff(
    db,
    opened.map((each) => each.staff_id),
  )
  return new Map(
    opened.map((each) => [
      each.purchase_id,
      { name: names.get(each.staff_id)?.name ?? '', opened_at: each.opened_at.toISOString() },
    ]),
  )
}
