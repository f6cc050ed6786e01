import type { Tx } from '../../db/database.ts'
import type { AuditActor } from '../audit/index.ts'
import { closeOtherSessions, revokeDeviceCredentialsOf } from '../sessions/index.ts'
import { endDeletionRequest, findById } from './customer-store.ts'
import type { IdentityDeps } from './deps.ts'

/** How the way back into an account ended: it is too late when `gone`. */
export type GivingUp = 'given-up' | 'not-asked' | 'gone'

/**
 * Takes the request to delete an account back, as part of the person's coming back: nothing that was open before is open
 * again, every address known of the person is told, and the audit has a line.
 */
export const giveUpDeletion = async (
  deps: Pick<IdentityDeps, 'tellOfChange' | 'appendAuditLine'>,
  tx: Tx,
  input: { customer_id: string; by: AuditActor; now: Date },
): Promise<GivingUp> => {
  const { customer_id, by, now } = input
  const ended = await endDeletionRequest(tx, { id: customer_id, now })
  const customer = await findById(tx, customer_id)
  if (!customer) return 'gone'
  if (!ended) return 'not-asked'
  // What slipped in beside the request has been dead since; it must not live again with the account.
  await closeOtherSessions(tx, customer_id, null)
  await revokeDeviceCredentialsOf(tx, customer_id, now)
  await deps.tellOfChange(tx, {
    customer_id,
    contacts: { emails: [customer.email], cellphones: [customer.cellphone] },
    content: { template: 'deletion-given-up', at: now },
  })
  await deps.appendAuditLine(tx, {
    actor: by,
    action: 'privacy.give-up-deletion',
    subject: { kind: 'customer', id: customer_id },
    sentence:
      by.kind === 'staff'
        ? 'Cancelou no balcão o pedido de exclusão de uma conta.'
        : 'Desistiu da exclusão da conta ao entrar.',
  })
  return 'given-up'
}
