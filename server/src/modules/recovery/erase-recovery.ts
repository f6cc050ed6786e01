import type { Tx } from '../../db/database.ts'
import { releasePhotos } from '../photos/index.ts'
import { close } from './recovery-request.ts'
import { forgetPerson, lockRequest, requestsOf, saveState } from './recovery-request-store.ts'
import { deleteCodesOf } from './reset-code-store.ts'

/** Stands in the request's history; nobody is told, for there is nobody any more. */
const accountEndedReason = 'A conta foi excluída.'

/**
 * Takes what identifies a person out of their requests: open ones are closed, what they wrote and its photos go, codes
 * and rights to a password too. Protocols and decisions stay, under a fingerprint that is no document's.
 */
export const eraseRecovery = async (
  tx: Tx,
  person: { customer_id: string; document_index: Buffer; pseudonym: Buffer; now: Date },
): Promise<void> => {
  const { now } = person
  await deleteCodesOf(tx, person)
  for (const id of await requestsOf(tx, person)) {
    const request = await lockRequest(tx, id)
    if (!request) continue
    const closed = close(request.state, { reason: accountEndedReason, now })
    if (closed.ok) await saveState(tx, { request, state: closed.state })
    await releasePhotos(tx, { subject_id: id, now })
  }
  await forgetPerson(tx, person)
}
