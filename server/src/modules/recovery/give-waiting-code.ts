import { randomUUID } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import { expiryAfter } from '../identity/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { codeHash, drawCode } from './reset-code.ts'
import { endCodes, insertCode, takeDocumentTurn } from './reset-code-store.ts'

/**
 * Makes a code that no flow asked for: it waits for the document until a flow of that document brings it. One waits at
 * a time; a new one ends the old.
 */
export const giveWaitingCode = async (
  deps: RecoveryDeps,
  tx: Tx,
  input: {
    source: 'review' | 'desk'
    document_index: Buffer
    customer_id: string
    request_id: string | null
    minutes: number
    now: Date
  },
): Promise<{ code: string; expires_at: Date }> => {
  const { minutes, now, ...owner } = input
  const id = randomUUID()
  const code = drawCode(deps.chance)
  const expires_at = expiryAfter(now, minutes * 60)
  await takeDocumentTurn(tx, owner.document_index)
  await endCodes(tx, { waiting_for: owner.document_index }, now)
  await insertCode(tx, {
    id,
    ...owner,
    flow_hash: null,
    code_hash: codeHash(deps.identity.vault, { id, code }),
    attempts: 0,
    created_at: now,
    expires_at,
  })
  return { code, expires_at }
}
