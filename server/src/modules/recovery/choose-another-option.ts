import type { RecoveryConfiguration } from '@clube/contract/recovery/code-calls.ts'
import { inTransaction } from '../../db/database.ts'
import type { RecoveryDeps } from './deps.ts'
import { awaitsCode } from './reset-code.ts'
import { revokeCodes } from './reset-code-store.ts'

/**
 * Returns the recovery options (spec §7 "Recovery options"), the same for everyone. While a code is pending it
 * is the event RECOVERY_OPTIONS and revokes the code. In other states nothing changes.
 */
export const chooseAnotherOption = async (
  deps: RecoveryDeps,
  input: { flow_id: string | null },
): Promise<RecoveryConfiguration> => {
  const { available_options, confirmation_text } = deps.rules
  if (input.flow_id !== null) await revokePendingCode(deps, input.flow_id)
  return { available_options: [...available_options], confirmation_text }
}

const revokePendingCode = (deps: RecoveryDeps, flow_id: string): Promise<void> => {
  const now = deps.clock()
  return inTransaction(deps.db, async (tx) => {
    const flow = await deps.accounts.lockFlow(tx, flow_id, now)
    if (!flow || !awaitsCode(flow.state)) return
    await revokeCodes(tx, { flow_hash: flow.key }, now)
    await deps.accounts.advanceFlow(tx, flow, { events: [{ type: 'RECOVERY_OPTIONS' }], now })
  })
}
