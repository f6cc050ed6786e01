import { reviewCodeHours } from '@clube/contract/recovery/limits.ts'
import type { RecoveryMethod } from '@clube/contract/recovery/code-calls.ts'
import type { Tx } from '../../db/database.ts'
import type { RecoveryDeps } from './deps.ts'
import { issueUnboundCode } from './issue-unbound-code.ts'
import { openForm } from './recovery-form.ts'
import { receivingContact, type RecoveryRequest } from './recovery-request.ts'

/** Sends the one-time code of an approved request to the reviewed contact. Staff never see it. */
export const sendApprovedCode = async (
  deps: RecoveryDeps,
  tx: Tx,
  input: { request: RecoveryRequest; send_by: RecoveryMethod; now: Date },
): Promise<{ expires_at: Date }> => {
  const { request, send_by: channel, now } = input
  const form = openForm(deps.vault, request)
  if (!form || request.customer_id === null)
    throw new Error(`Request ${request.id} has no contact for sending a code`)
  const to = receivingContact(form, channel)
  const minutes = reviewCodeHours * 60
  const { code, expires_at } = await issueUnboundCode(deps, tx, {
    source: 'review',
    document_index: request.document_index,
    customer_id: request.customer_id,
    request_id: request.id,
    to,
    minutes,
    now,
  })
  await deps.sendMessage(tx, {
    channel,
    to,
    // Has no effect: no message limit applies to a code that staff approved.
    is_verified: false,
    customer_id: request.customer_id,
    content: { template: 'recovery-approved-code', protocol: request.protocol, code, minutes },
    expires_at,
  })
  return { expires_at }
}
