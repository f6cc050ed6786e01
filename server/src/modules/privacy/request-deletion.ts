import { requestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { deletionDateOf } from '@clube/contract/privacy/deletion.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { AuditActor } from '../audit/index.ts'
import {
  confirmPassword,
  findById,
  requestCustomerDeletion,
  spendAccountChange,
  type Visitor,
} from '../identity/index.ts'
import { contactsOf } from '../messaging/index.ts'
import { deleteDevicesOf, revokeAccess } from '../sessions/index.ts'
import type { PrivacyDeps } from './deps.ts'

const refuse = refusalsOf(requestDeletionCall)

/**
 * Requests the deletion of the customer's account: it is suspended immediately and anonymized at the returned instant,
 * unless the customer signs in before then. Revokes all sessions and remembered devices, releases held places and
 * notifies all known contacts.
 * @throws {Refusal} identity.wrong-current-password, identity.throttled, request.rate-limited
 */
export const requestDeletion = async (
  deps: PrivacyDeps,
  input: {
    customer_id: string
    current_password: string
    visitor: Pick<Visitor, 'ip' | 'device_id'>
  },
): Promise<{ deletes_at: Date }> => {
  const { customer_id } = input
  const { access_version } = await confirmPassword(deps.identity, {
    customer_id,
    password: input.current_password,
    refuse,
  })
  const now = deps.identity.clock()
  const customer = await findById(deps.identity.db, customer_id)
  if (!customer) throw refuse('session.required')
  const contacts = contactsOf(customer)
  await spendAccountChange(deps.identity, { customer, contacts, visitor: input.visitor, now })
  return inTransaction(deps.identity.db, async (tx) => {
    const actor = { kind: 'customer', id: customer_id } as const
    const sentence = 'Pediu a exclusão da própria conta, confirmada pela senha.'
    if (!(await suspendAccount(deps, tx, { customer_id, access_version, actor, sentence, now })))
      throw refuse('session.required')
    return { deletes_at: deletionDateOf(now) }
  })
}

/** Suspends the account, for any requester. @returns false when the account cannot be suspended */
export const suspendAccount = async (
  deps: PrivacyDeps,
  tx: Tx,
  input: {
    customer_id: string
    access_version: number | null
    actor: AuditActor
    sentence: string
    now: Date
  },
): Promise<boolean> => {
  const { customer_id, actor, sentence, now } = input
  if (!(await requestCustomerDeletion(tx, input))) return false
  const customer = await findById(tx, customer_id)
  await revokeAccess(tx, { customer_id, reason: 'deletion', now })
  await deleteDevicesOf(tx, customer_id)
  await deps.releaseOnDeletion(tx, { customer_id, now })
  await deps.identity.notifyOfChange(tx, {
    customer_id,
    contacts: customer ? contactsOf(customer) : [],
    content: {
      template: 'deletion-requested',
      until: deletionDateOf(now),
      has_tickets: await deps.hasValidVouchers(tx, { customer_id, now }),
    },
  })
  await deps.identity.appendAuditLine(tx, {
    actor,
    action: 'privacy.request-deletion',
    subject: { kind: 'customer', id: customer_id },
    sentence,
  })
  return true
}
