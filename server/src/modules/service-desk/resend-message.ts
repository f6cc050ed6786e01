import { resendMessageCall, resendReceiptMessageCall } from '@clube/contract/service-desk/resend-calls.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { findById } from '../identity/index.ts'
import type { Resendable, ServiceDeskDeps } from './deps.ts'

const refuse = refusalsOf(resendMessageCall, resendReceiptMessageCall)

/**
 * Resends the message about a participation's outcome.
 * @throws {Refusal} those of its call
 */
export const resendMessage = (
  deps: ServiceDeskDeps,
  { transaction_id, staff_id }: { transaction_id: string; staff_id: string },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const found = await deps.findParticipation(tx, transaction_id)
    if (!found) throw refusalsOf(resendMessageCall)('service-desk.unknown-participation')
    await resend(deps, tx, { found, about: `da participação ${found.protocol}`, staff_id })
  })

/**
 * Resends the message about the decision on a receipt.
 * @throws {Refusal} those of its call
 */
export const resendReceiptMessage = (
  deps: ServiceDeskDeps,
  { purchase_id, staff_id }: { purchase_id: string; staff_id: string },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const found = await deps.findReceipt(tx, purchase_id)
    if (!found) throw refusalsOf(resendReceiptMessageCall)('service-desk.unknown-receipt')
    await resend(deps, tx, { found, about: `da nota de ${found.shop_name}`, staff_id })
  })

/** Resends a message by e-mail only. Its recipient is the account's confirmed address, never one that staff entered. */
const resend = async (
  deps: ServiceDeskDeps,
  tx: Tx,
  { found, about, staff_id }: { found: Resendable; about: string; staff_id: string },
): Promise<void> => {
  const customer = await findById(tx, found.customer_id)
  if (!customer?.email_verified_at) throw refuse('service-desk.email-unconfirmed')
  if (!(await deps.limits.within(tx).spend('resent-messages', customer.id, deps.clock())))
    throw refuse('service-desk.resend-limit')
  if (!(await found.resend(tx))) throw refuse('service-desk.nothing-to-resend')
  await deps.audit(tx, {
    actor: { kind: 'staff', id: staff_id },
    action: 'customers.resend',
    subject: { kind: 'customer', id: customer.id },
    sentence: `Reenviou a mensagem ${about} ao e-mail confirmado.`,
  })
}
