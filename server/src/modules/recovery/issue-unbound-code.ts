import type { Tx } from '../../db/database.ts'
import { expiryAfter } from '../../ports/clock.ts'
import { generateCode } from '../vault/index.ts'
import type { RecoveryDeps } from './deps.ts'
import type { StaffActor } from './recovery-request.ts'
import { codeHash, contactIndexOf } from './reset-code.ts'
import { revokeCodes, insertCode, lockDocument } from './reset-code-store.ts'

/**
 * Creates a code that is not bound to a flow: a flow of its document claims it by entering it. Only one is pending at
 * a time; a new one revokes the old.
 */
export const issueUnboundCode = async (
  deps: RecoveryDeps,
  tx: Tx,
  input: {
    source: 'review' | 'desk'
    document_index: Buffer
    customer_id: string
    request_id: string | null
    /** The staff member at the desk. */
    issued_by?: StaffActor
    /** Where the code is sent; null at the desk. */
    to: string | null
    minutes: number
    now: Date
  },
): Promise<{ code: string; expires_at: Date }> => {
  const { to, minutes, now, ...owner } = input
  const id = deps.random.uuid()
  const code = generateCode(deps.random)
  const expires_at = expiryAfter(now, minutes * 60)
  await lockDocument(tx, owner.document_index)
  await revokeCodes(tx, { unbound_for: owner.document_index }, now)
  await insertCode(tx, {
    id,
    ...owner,
    flow_hash: null,
    code_hash: codeHash(deps.vault, { id, code }),
    contact_index: to === null ? null : contactIndexOf(deps.vault, to),
    known_device: false,
    attempts: 0,
    created_at: now,
    expires_at,
  })
  return { code, expires_at }
}
