import type { Tx } from '../../db/database.ts'
import { releasePhotos } from '../photos/index.ts'
import { close } from './recovery-request.ts'
import { erasePerson, lockRequest, listAllRequestIds, saveState } from './recovery-request-store.ts'
import { deleteRepresentatives } from './representative-store.ts'
import { deleteCodesOf } from './reset-code-store.ts'

/** Recorded in the request's history without a message, since the account is erased. */
const accountErasedReason = 'A conta foi excluída.'

/**
 * Erases identifying data from a person's requests: closes open ones and deletes forms, photos, codes
 * and recovery tokens. Protocols and decisions remain under a replacement fingerprint.
 */
export const eraseRecovery = async (
  tx: Tx,
  person: { customer_id: string; document_index: Buffer; pseudonym: Buffer; now: Date },
): Promise<void> => {
  const { now } = person
  await deleteCodesOf(tx, person)
  await deleteRepresentatives(tx, person.customer_id)
  for (const id of await listAllRequestIds(tx, person)) {
    const request = await lockRequest(tx, id)
    if (!request) continue
    const closed = close(request.state, { reason: accountErasedReason, now })
    if (closed.ok) await saveState(tx, { request, state: closed.state })
    await releasePhotos(tx, { subject_id: id, now })
  }
  await erasePerson(tx, person)
}
