import type { Tx } from '../../db/database.ts'
import type { AuditActor } from '../audit/index.ts'
import { contactsOf } from '../messaging/index.ts'
import { endDeletionRequest, findById } from './customer-store.ts'
import type { IdentityDeps } from './deps.ts'

/** Result of cancelling a deletion: `too-late` after the anonymization. */
export type CancelDeletionResult = 'cancelled' | 'not-requested' | 'too-late'

/**
 * Cancels an account's deletion when its owner returns: sessions and credentials from before the request
 * stay invalid, all known contacts are notified, and the cancellation is audited.
 */
export const cancelDeletion = async (
  deps: Pick<IdentityDeps, 'notifyOfChange' | 'appendAuditLine'>,
  tx: Tx,
  input: { customer_id: string; actor: AuditActor; now: Date },
): Promise<CancelDeletionResult> => {
  const { customer_id, actor, now } = input
  const ended = await endDeletionRequest(tx, { id: customer_id, now })
  const customer = await findById(tx, customer_id)
  if (!customer) return 'too-late'
  if (!ended) return 'not-requested'
  await deps.notifyOfChange(tx, {
    customer_id,
    contacts: contactsOf(customer),
    content: { template: 'deletion-cancelled', at: now },
  })
  await deps.appendAuditLine(tx, {
    actor,
    action: 'privacy.give-up-deletion',
    subject: { kind: 'customer', id: customer_id },
    sentence:
      actor.kind === 'staff'
        ? 'Cancelou no balcão o pedido de exclusão de uma conta.'
        : 'Desistiu da exclusão da conta ao entrar.',
  })
  return 'cancelled'
}
