import type { Tx } from '../../db/database.ts'
import { decidePhotos } from '../photos/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { close } from './recovery-request.ts'
import { listOpenRequests, lockRequest, saveState } from './recovery-request-store.ts'

/** Recorded in the request's history without a message, since the customer has just signed in. */
const supersededReason = 'A senha foi recuperada por outro caminho.'

/** A customer who has regained access needs no review, and an attacker's request for the account must not proceed. */
export const closeOpenRequests = async (
  deps: RecoveryDeps,
  tx: Tx,
  input: { document_index: Buffer; now: Date },
): Promise<void> => {
  for (const { id } of await listOpenRequests(tx, input.document_index))
    await closeSuperseded(deps, tx, { id, now: input.now })
}

const closeSuperseded = async (
  deps: RecoveryDeps,
  tx: Tx,
  { id, now }: { id: string; now: Date },
): Promise<void> => {
  const request = await lockRequest(tx, id)
  if (!request) return
  const decided = close(request.state, { reason: supersededReason, now })
  if (!decided.ok) return
  await saveState(tx, { request, state: decided.state })
  await decidePhotos(tx, { subject_id: request.id, now })
  await deps.appendAuditLine(tx, {
    actor: { kind: 'system' },
    action: 'recovery.close',
    subject: { kind: 'recovery-request', id: request.id },
    sentence: `O pedido ${request.protocol} foi encerrado: a senha foi recuperada por outro caminho.`,
  })
}
