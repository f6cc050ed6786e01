import {
  deletionDateOf,
  deskDeletionReasons,
  type DeletionCheck,
  type DeskDeletionReason,
} from '@clube/contract/privacy/deletion.ts'
import { inTransaction } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findById, giveUpDeletion } from '../identity/index.ts'
import type { PrivacyDeps } from './deps.ts'
import { suspendAccount } from './request-deletion.ts'

/**
 * Writes down at the desk that somebody wants their account to end; from there on it is as if the person had asked.
 * @throws {Refusal} privacy.checklist-failed, privacy.unknown-customer, privacy.account-blocked, privacy.already-requested
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
    throw new Refusal('privacy.checklist-failed')
  const now = deps.identity.clock()
  return inTransaction(deps.identity.db, async (tx) => {
    const customer = await findById(tx, customer_id)
    if (!customer) throw new Refusal('privacy.unknown-customer')
    if (customer.account_status === 'blocked') throw new Refusal('privacy.account-blocked')
    const sentence = `Registrou no balcão o pedido de exclusão de uma conta. Motivo: ${deskDeletionReasons[input.reason]}.`
    const by = { kind: 'staff', id: staff_id } as const
    if (!(await suspendAccount(deps, tx, { customer_id, by, sentence, now })))
      throw new Refusal('privacy.already-requested')
    return { deletes_at: deletionDateOf(now) }
  })
}

/**
 * Takes the request back at the desk, for whoever cannot sign in.
 * @throws {Refusal} privacy.unknown-customer, privacy.not-requested
 */
export const giveUpDeletionAtDesk = (
  deps: PrivacyDeps,
  input: { customer_id: string; staff_id: string },
): Promise<void> =>
  inTransaction(deps.identity.db, async (tx) => {
    const by = { kind: 'staff', id: input.staff_id } as const
    const { customer_id } = input
    const outcome = await giveUpDeletion(deps.identity, tx, { customer_id, by, now: deps.identity.clock() })
    if (outcome === 'gone') throw new Refusal('privacy.unknown-customer')
    if (outcome === 'not-asked') throw new Refusal('privacy.not-requested')
  })
