import type { RecoveryMethod } from '@clube/contract/recovery/code-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { sendApprovedCode } from './approved-code.ts'
import type { RecoveryDeps } from './deps.ts'
import type { StaffActor } from './recovery-request.ts'
import { lockRequest } from './recovery-request-store.ts'
import { codesOfRequest } from './reset-code-store.ts'

/** Codes that one approved request gets in all. */
const codesPerRequest = 3

/**
 * Sends an approved request a fresh code, for a message that never came or tries that strangers used up.
 * @throws {Refusal} recovery.unknown-request, recovery.not-approved, recovery.code-used, recovery.codes-spent
 */
export const sendReviewCode = (
  deps: RecoveryDeps,
  input: { request_id: string; by: StaffActor; send_by: RecoveryMethod },
): Promise<{ expires_at: Date }> =>
  inTransaction(deps.identity.db, async (tx) => {
    const { send_by } = input
    const request = await lockRequest(tx, input.request_id)
    if (!request || request.customer_id === null) throw new Refusal('recovery.unknown-request')
    if (request.state.at !== 'approved' || request.form_sealed === null)
      throw new Refusal('recovery.not-approved')
    const { given, used } = await codesOfRequest(tx, request.id)
    if (used > 0) throw new Refusal('recovery.code-used')
    if (given >= codesPerRequest) throw new Refusal('recovery.codes-spent')
    const sent = await sendApprovedCode(deps, tx, { request, send_by, now: deps.identity.clock() })
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: input.by.staff_id },
      action: 'recovery.send-code',
      subject: { kind: 'recovery-request', id: request.id },
      sentence: `Enviou um novo código ao contato conferido do pedido ${request.protocol}.`,
    })
    return sent
  })
