import type { Tx } from '../../db/database.ts'
import { decidePhotos } from '../photos/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { close } from './recovery-request.ts'
import { findOpenRequest, lockRequest, saveState } from './recovery-request-store.ts'

/** Stands in the request's history; nobody is told, for the person just got in. */
const supersededReason = 'A senha foi recuperada por outro caminho.'

/** Whoever got in by a proof needs no review any more, and a stranger's request for the same account must not go on. */
export const closeOpenRequest = async (
  deps: RecoveryDeps,
  tx: Tx,
  input: { document_index: Buffer; now: Date },
): Promise<void> => {
  const { now } = input
  const open = await findOpenRequest(tx, input.document_index)
  const request = open && (await lockRequest(tx, open.id))
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
