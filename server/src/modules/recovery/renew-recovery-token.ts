import { renewRecoveryTokenCall } from '@clube/contract/recovery/code-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { replaceToken } from './reset-code-store.ts'
import type { RecoveryToken } from './verify-reset-code.ts'

const refuse = refusalsOf(renewRecoveryTokenCall)

/**
 * Replaces the valid token of a flow, for a page that was reloaded at the new-password step: no token is in the
 * browser, and the flow's cookie identifies it. The deadline does not change.
 * @throws {Refusal} flow.wrong-step, recovery.token-expired
 */
export const renewRecoveryToken = async (
  deps: RecoveryDeps,
  input: { flow_id: string },
): Promise<RecoveryToken> => {
  const now = deps.clock()
  const recovery_token = createSecret()
  const token_hash = fingerprint(recovery_token)
  return inTransaction(deps.db, async (tx) => {
    const flow = await deps.accounts.lockFlow(tx, input.flow_id, now)
    if (flow?.state.at !== 'resetPassword') throw refuse('flow.wrong-step')
    const previous_hash = Buffer.from(flow.state.recovery_token, 'hex')
    const expires_at = await replaceToken(tx, { previous_hash, flow_hash: flow.key, token_hash, now })
    if (!expires_at) throw refuse('recovery.token-expired')
    await deps.accounts.replaceFlowToken(tx, flow, { token_hash, now })
    return { recovery_token, expires_at }
  })
}
