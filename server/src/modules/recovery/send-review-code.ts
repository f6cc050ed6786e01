import { sendReviewCodeCall } from '@clube/contract/recovery/decision-calls.ts'
import type { RecoveryMethod } from '@clube/contract/recovery/code-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { sendApprovedCode } from './approved-code.ts'
import type { RecoveryDeps } from './deps.ts'
import { openForm } from './recovery-form.ts'
import { isReceivingContactNew, type StaffActor } from './recovery-request.ts'
import { lockRequest } from './recovery-request-store.ts'
import { countCodesOfRequest } from './reset-code-store.ts'

const refuse = refusalsOf(sendReviewCodeCall)

/** Maximum codes per approved request. */
const codesPerRequest = 3

/**
 * Sends a new code for an approved request, when the message was lost or others exhausted the attempts.
 * @throws {Refusal} recovery.unknown-request, recovery.not-approved, recovery.hold-required, recovery.code-used,
 *   recovery.review-codes-exhausted
 */
export const sendReviewCode = (
  deps: RecoveryDeps,
  input: { request_id: string; by: StaffActor; send_by: RecoveryMethod },
): Promise<{ expires_at: Date }> =>
  inTransaction(deps.db, async (tx) => {
    const { send_by } = input
    const request = await lockRequest(tx, input.request_id)
    if (!request || request.customer_id === null) throw refuse('recovery.unknown-request')
    const customer = await deps.accounts.findById(tx, request.customer_id)
    const form = openForm(deps.vault, request)
    if (request.state.at !== 'approved' || !form || !customer) throw refuse('recovery.not-approved')
    if (!request.state.after_hold && isReceivingContactNew(form, customer, send_by))
      throw refuse('recovery.hold-required')
    const { issued, used } = await countCodesOfRequest(tx, request.id)
    if (used > 0) throw refuse('recovery.code-used')
    if (issued >= codesPerRequest) throw refuse('recovery.review-codes-exhausted')
    const sent = await sendApprovedCode(deps, tx, { request, send_by, now: deps.clock() })
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: input.by.staff_id },
      action: 'recovery.send-code',
      subject: { kind: 'recovery-request', id: request.id },
      sentence: `Enviou um novo código ao contato conferido do pedido ${request.protocol}.`,
    })
    return sent
  })
