import type { Tx } from '../../db/database.ts'
import { releasePhotos } from '../photos/index.ts'
import { erasePerson, listPurchaseIds } from './receipt-store.ts'

/** Reason on receipts that were undecided when their owner's account was erased. */
const accountErasedReason = 'A conta foi excluída.'

/**
 * Erases the personal data of a customer's receipts; pending ones are rejected. Keys and amounts remain: a
 * used receipt stays used.
 */
export const eraseReceipts = async (tx: Tx, person: { customer_id: string; now: Date }): Promise<void> => {
  const { customer_id, now } = person
  await erasePerson(tx, { customer_id, reason: accountErasedReason, now })
  for (const subject_id of await listPurchaseIds(tx, customer_id))
    await releasePhotos(tx, { subject_id, now })
}
