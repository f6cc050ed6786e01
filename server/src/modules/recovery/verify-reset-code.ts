import { resetCodeMinutes } from '@clube/contract/recovery/limits.ts'
import { inTransaction } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  advance,
  expiryAfter,
  findFlow,
  flowHash,
  flowSeconds,
  lockFlow,
  saveFlow,
  takeAuthAttempt,
  type FlowRow,
} from '../identity/index.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { countFailingAccount } from './guessing-breaker.ts'
import { awaitsCode, codeHash, refusalOf } from './reset-code.ts'
import { claimWaitingCode, endCodes, exchangeCode, latestCodeOf, takeTry } from './reset-code-store.ts'

/**
 * Exchanges the code of this flow for the right to set a new password (spec §4 RESET_CODE_CONFIRMED, §7). A try is
 * taken before anything is compared. What is not the flow's own code is held against the code that staff may have given
 * the same document: known there, it becomes this flow's.
 * @throws {Refusal} flow.out-of-step, recovery.wrong-code, recovery.code-expired, recovery.code-exhausted,
 *   request.too-many
 */
export const verifyResetCode = async (
  deps: RecoveryDeps,
  input: { flow_id: string; code: string; address: string },
): Promise<{ recovery_token: string }> => {
  const { db, clock } = deps.identity
  const now = clock()
  const flow_hash = flowHash(input.flow_id)
  const { document_index } = requireAwaiting(await findFlow(db, flow_hash, now))
  const attempt = await takeAuthAttempt(deps.identity, { address: input.address, now })

  const own = await takeTry(db, { flow_hash }, now)
  let recovery_token =
    own && (await exchange(deps, { ...input, id: own.id, flow_hash, isWaiting: false, now }))
  if (recovery_token === undefined) {
    const waiting = await takeTry(db, { waiting_for: document_index }, now)
    if (waiting)
      recovery_token = await exchange(deps, { ...input, id: waiting.id, flow_hash, isWaiting: true, now })
  }
  if (recovery_token === undefined) {
    await countFailingAccount({ db, onAlarm: deps.onAlarm }, { document_index, now })
    throw new Refusal(refusalOf(await latestCodeOf(db, flow_hash), now))
  }
  await attempt.refund()
  return { recovery_token }
}

/** @throws {Refusal} flow.out-of-step */
const requireAwaiting = (flow: FlowRow | undefined): FlowRow & { document_index: Buffer } => {
  if (!flow?.document_index || !awaitsCode(flow.state)) throw new Refusal('flow.out-of-step')
  return { ...flow, document_index: flow.document_index }
}

/** @returns the token, or undefined when the code is not right */
const exchange = (
  deps: RecoveryDeps,
  input: { id: string; code: string; flow_hash: Buffer; isWaiting: boolean; now: Date },
): Promise<string | undefined> => {
  const { id, flow_hash, now } = input
  const code_hash = codeHash(deps.identity.vault, input)
  const recovery_token = createSecret()
  const token_hash = fingerprint(recovery_token)
  return inTransaction(deps.identity.db, async (tx) => {
    const { state, document_index } = requireAwaiting(await lockFlow(tx, flow_hash, now))
    if (input.isWaiting) {
      // A flow has one live code: its own ends only when the claim stands.
      await endCodes(tx, { flow_hash }, now)
      if (!(await claimWaitingCode(tx, { id, code_hash, flow_hash, now }))) throw new NotThisCode()
    }
    const token_expires_at = expiryAfter(now, resetCodeMinutes * 60)
    const use = { id, code_hash, flow_hash, token_hash, token_expires_at, now }
    if (!(await exchangeCode(tx, use))) throw new NotThisCode()
    // The row keeps the token as it rests everywhere: hashed.
    const confirmed = { type: 'RESET_CODE_CONFIRMED', recovery_token: token_hash.toString('hex') } as const
    await saveFlow(tx, {
      id_hash: flow_hash,
      state: advance(state, confirmed),
      document_index,
      expires_at: expiryAfter(now, flowSeconds),
    })
    return recovery_token
  }).catch((error: unknown) => {
    if (error instanceof NotThisCode) return undefined
    throw error
  })
}

/** Thrown, so that what was ended for the claim lives on. */
class NotThisCode extends Error {}
