import type { Tx } from '../../db/database.ts'
import { releasePhotos } from '../photos/index.ts'
import { forgetPerson, purchasesOf } from './receipt-store.ts'

/** Stands beside receipts that nobody decided on before their person left. */
const accountEndedReason = 'A conta foi excluída.'

/**
 * Takes what a person wrote and sent out of their receipts; those that waited are rejected. Keys and amounts stay: a
 * receipt that served never serves again.
 */
export const eraseReceipts = async (tx: Tx, person: { customer_id: string; now: Date }): Promise<void> => {
  const { customer_id, now } = person
  await forgetPerson(tx, { customer_id, reason: accountEndedReason, now })
  for (const subject_id of await purchasesOf(tx, customer_id)) await releasePhotos(tx, { subject_id, now })
}
