import { resendMessageCall } from '@clube/contract/service-desk/resend-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { findById } from '../identity/index.ts'
import type { ServiceDeskDeps } from './deps.ts'

const refuse = refusalsOf(resendMessageCall)

/**
 * Resends the message about a participation's outcome. Its recipient is the account's confirmed address, never one that
 * staff entered.
 * @throws {Refusal} those of its call
 */
export const resendMessage = (
  deps: ServiceDeskDeps,
  { transaction_id, staff_id }: { transaction_id: string; staff_id: string },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const participation = await deps.findParticipation(tx, transaction_id)
    const customer = participation && (await findById(tx, participation.customer_id))
    if (!customer) throw refuse('service-desk.unknown-participation')
    if (customer.email_verified_at === null) throw refuse('service-desk.email-unconfirmed')
    if (!(await deps.limits.within(tx).spend('resent-messages', customer.id, deps.clock())))
      throw refuse('service-desk.resend-limit')
    if (!(await participation.resend(tx))) throw refuse('service-desk.nothing-to-resend')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'customers.resend',
      subject: { kind: 'customer', id: customer.id },
      sentence: `Reenviou a mensagem da participação ${participation.protocol} ao e-mail confirmado.`,
    })
  })
