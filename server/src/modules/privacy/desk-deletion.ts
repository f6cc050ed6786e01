import { deskRequestDeletionCall, deskCancelDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import {
  deletionDateOf,
  deskDeletionReasons,
  type DeletionCheck,
  type DeskDeletionReason,
} from '@clube/contract/privacy/deletion.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { findById, cancelDeletion } from '../identity/index.ts'
import type { PrivacyDeps } from './deps.ts'
import { suspendAccount } from './request-deletion.ts'

const refuseDeletion = refusalsOf(deskRequestDeletionCall)
const refuseCancellation = refusalsOf(deskCancelDeletionCall)

/**
 * Requests a customer's account deletion at the desk, with the same effect as the customer's own request.
 * @throws {Refusal} privacy.checklist-failed, privacy.unknown-customer, privacy.account-blocked,
 *   privacy.already-requested
 */
export const requestDeletionAtDesk = (
  deps: PrivacyDeps,
  input: {
    customer_id: string
    checklist: Readonly<Record<DeletionCheck, 'yes' | 'no'>>
    reason: DeskDeletionReason
    staff_id: string
  },
): Promise<{ deletes_at: Date }> => {
  const { customer_id, staff_id } = input
  if (Object.values(input.checklist).some((answer) => answer !== 'yes'))
    throw refuseDeletion('privacy.checklist-failed')
  const now = deps.identity.clock()
  return inTransaction(deps.identity.db, async (tx) => {
    const customer = await findById(tx, customer_id)
    if (!customer) throw refuseDeletion('privacy.unknown-customer')
    if (customer.account_status === 'blocked') throw refuseDeletion('privacy.account-blocked')
    const sentence = `Registrou no balcão o pedido de exclusão de uma conta. Motivo: ${deskDeletionReasons[input.reason]}.`
    const actor = { kind: 'staff', id: staff_id } as const
    if (!(await suspendAccount(deps, tx, { customer_id, access_version: null, actor, sentence, now })))
      throw refuseDeletion('privacy.already-requested')
    return { deletes_at: deletionDateOf(now) }
  })
}

/**
 * Cancels a deletion at the desk, for customers who cannot sign in.
 * @throws {Refusal} privacy.unknown-customer, privacy.not-requested
 */
export const cancelDeletionAtDesk = (
  deps: PrivacyDeps,
  input: { customer_id: string; staff_id: string },
): Promise<void> =>
  inTransaction(deps.identity.db, async (tx) => {
    const actor = { kind: 'staff', id: input.staff_id } as const
    const { customer_id } = input
    const outcome = await cancelDeletion(deps.identity, tx, {
      customer_id,
      actor,
      now: deps.identity.clock(),
    })
    if (outcome === 'too-late') throw refuseCancellation('privacy.unknown-customer')
    if (outcome === 'not-requested') throw refuseCancellation('privacy.not-requested')
  })
