import type { RecoveryConfiguration } from '@clube/contract/recovery/code-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { advance, expiryAfter, flowHash, flowSeconds, lockFlow, saveFlow } from '../identity/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { awaitsCode } from './reset-code.ts'
import { endCodes } from './reset-code-store.ts'

/**
 * Says which other ways there are (spec §7 "Recovery options"), the same to everybody. Where the flow awaits a code it
 * is the event RECOVERY_OPTIONS: the code ends. Anywhere else nothing changes.
 */
export const chooseAnotherOption = async (
  deps: RecoveryDeps,
  input: { flow_id: string | null },
): Promise<RecoveryConfiguration> => {
  const { available_options, confirmation_text } = deps.rules
  if (input.flow_id !== null) await leaveCode(deps, flowHash(input.flow_id))
  return { available_options: [...available_options], confirmation_text }
}

const leaveCode = (deps: RecoveryDeps, id_hash: Buffer): Promise<void> => {
  const now = deps.identity.clock()
  return inTransaction(deps.identity.db, async (tx) => {
    const flow = await lockFlow(tx, id_hash, now)
    if (!flow || !awaitsCode(flow.state)) return
    await endCodes(tx, { flow_hash: id_hash }, now)
    await saveFlow(tx, {
      id_hash,
      state: advance(flow.state, { type: 'RECOVERY_OPTIONS' }),
      document_index: flow.document_index,
      expires_at: expiryAfter(now, flowSeconds),
    })
  })
}
