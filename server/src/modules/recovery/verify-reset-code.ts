import { verifyResetCodeCall } from '@clube/contract/recovery/code-calls.ts'
import { resetCodeMinutes } from '@clube/contract/recovery/limits.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { expiryAfter } from '../../ports/clock.ts'
import type { RecoveryFlow, Visitor } from '../identity/index.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { countFailingAccount } from './guessing-alarm.ts'
import { awaitsCode, codeHash, codeRefusal } from './reset-code.ts'
import {
  claimUnboundCode,
  revokeCodes,
  exchangeCode,
  findLatestCode,
  recordAttempt,
} from './reset-code-store.ts'

const refuse = refusalsOf(verifyResetCodeCall)

export type RecoveryToken = { readonly recovery_token: string; readonly expires_at: Date }

/**
 * Exchanges the code of this flow for a recovery token (spec §4 RESET_CODE_CONFIRMED, §7). An attempt is
 * consumed before the comparison; if none is left, nothing is compared or charged. A code that is not the flow's own is
 * compared with a pending code issued by staff for the same document; a match is claimed by this flow.
 * @throws {Refusal} flow.wrong-step, recovery.wrong-code, recovery.code-expired, recovery.code-exhausted,
 *   request.rate-limited
 */
export const verifyResetCode = async (
  deps: RecoveryDeps,
  input: { visitor: Visitor; code: string },
): Promise<RecoveryToken> => {
  const { db, clock } = deps
  const { code, visitor } = input
  const { flow_id } = visitor
  const now = clock()
  const flow = requireAwaitingCode(await deps.accounts.findFlow(db, flow_id, now))
  const { key: flow_hash, document_index } = flow
  const attempt = await deps.accounts.spendAuthAttempt({ visitor, document_index, now })

  const own = await recordAttempt(db, { flow_hash }, now)
  let isCompared = own !== undefined
  let token = own && (await exchange(deps, { code, flow_id, id: own.id, isUnbound: false, now }))
  if (token === undefined) {
    const known_device = (await deps.accounts.knownDeviceOf(visitor, document_index)) !== null
    const unbound = await recordAttempt(db, { unbound_for: document_index, known_device }, now)
    if (unbound) {
      isCompared = true
      token = await exchange(deps, { code, flow_id, id: unbound.id, isUnbound: true, now })
    }
  }
  if (token === undefined) {
    // No code was compared, so this must not use up the limits that others behind the IP share.
    if (!isCompared) await attempt.refund()
    await countFailingAccount(deps, { account: document_index, now })
    throw refuse(codeRefusal(await findLatestCode(db, flow_hash), now))
  }
  await attempt.refund()
  return token
}

/** @throws {Refusal} flow.wrong-step */
const requireAwaitingCode = (flow: RecoveryFlow | undefined): RecoveryFlow & { document_index: Buffer } => {
  if (!flow?.document_index || !awaitsCode(flow.state)) throw refuse('flow.wrong-step')
  return { ...flow, document_index: flow.document_index }
}

/** @returns the token, or undefined when the code is wrong */
const exchange = (
  deps: RecoveryDeps,
  input: { id: string; code: string; flow_id: string; isUnbound: boolean; now: Date },
): Promise<RecoveryToken | undefined> => {
  const { id, now } = input
  const code_hash = codeHash(deps.vault, input)
  const recovery_token = createSecret()
  const token_hash = fingerprint(recovery_token)
  return inTransaction(deps.db, async (tx) => {
    const flow = requireAwaitingCode(await deps.accounts.lockFlow(tx, input.flow_id, now))
    const { key: flow_hash } = flow
    if (input.isUnbound) {
      // A flow has one valid code: its own is revoked only if the claim succeeds.
      await revokeCodes(tx, { flow_hash }, now)
      if (!(await claimUnboundCode(tx, { id, code_hash, flow_hash, now }))) throw new CodeMismatch()
    }
    const token_expires_at = expiryAfter(now, resetCodeMinutes * 60)
    const use = { id, code_hash, flow_hash, token_hash, token_expires_at, now }
    if (!(await exchangeCode(tx, use))) throw new CodeMismatch()
    // The token is stored hashed.
    const confirmed = { type: 'RESET_CODE_CONFIRMED', recovery_token: token_hash.toString('hex') } as const
    await deps.accounts.advanceFlow(tx, flow, { events: [confirmed], now })
    return { recovery_token, expires_at: token_expires_at }
  }).catch((error: unknown) => {
    if (error instanceof CodeMismatch) return undefined
    throw error
  })
}

/** Thrown to roll back the revocation when the code does not match. */
class CodeMismatch extends Error {}
