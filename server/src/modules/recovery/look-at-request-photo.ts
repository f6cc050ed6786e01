import { clubMinuteInWords } from '@clube/contract/kernel/club-time.ts'
import { identityPhotos, type IdentityPhoto } from '@clube/contract/recovery/support-form.ts'
import { inTransaction } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { grantLook, openPhoto, takeLook, watermarkPhoto } from '../photos/index.ts'
import type { RecoveryDeps } from './deps.ts'
import type { StaffActor } from './recovery-request.ts'
import { findRequest } from './recovery-request-store.ts'

const photoNames: Readonly<Record<IdentityPhoto, string>> = {
  personal_id_front: 'da frente do documento',
  personal_id_back: 'do verso do documento',
  personal_id_selfie: 'da selfie',
}

/**
 * Grants one look at one photo of a request.
 * @throws {Refusal} recovery.unknown-request, recovery.photo-gone
 */
export const grantRequestLook = async (
  { identity: { db, clock } }: RecoveryDeps,
  input: { request_id: string; photo_id: string; by: StaffActor },
): Promise<{ look_token: string; expires_at: Date }> => {
  const { request_id: subject_id, photo_id } = input
  if (!(await findRequest(db, subject_id))) throw new Refusal('recovery.unknown-request')
  const { staff_id } = input.by
  const granted = await grantLook(db, { photo_id, subject_id, staff_id, now: clock() })
  if (!granted) throw new Refusal('recovery.photo-gone')
  return granted
}

/**
 * Takes a granted look: one picture, one line in the audit, written before the picture is opened.
 * @returns a JPEG with who looked and when all over it
 * @throws {Refusal} request.not-found for a look that was taken, is late, or was granted to somebody else
 */
export const lookAtRequestPhoto = async (
  deps: RecoveryDeps,
  input: { look_token: string; by: StaffActor },
): Promise<Buffer> => {
  const { db, clock } = deps.identity
  const now = clock()
  const { staff_id, name } = input.by
  const { look, protocol } = await inTransaction(db, async (tx) => {
    const taken = await takeLook(tx, { look_token: input.look_token, staff_id, now })
    // Photos of other things have looks of their own; this door opens only to requests.
    const request = taken && (await findRequest(tx, taken.subject_id))
    if (!taken || !request) throw new Refusal('request.not-found')
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'recovery.view-photo',
      subject: { kind: 'recovery-request', id: request.id },
      sentence: `Viu a foto ${photoNames[purposeOf(taken.purpose)]} do pedido ${request.protocol}.`,
    })
    return { look: taken, protocol: request.protocol }
  })
  const { photo_id: id, subject_id } = look
  const bytes = await openPhoto({ ...deps.photos, db }, { id, subject_id })
  if (!bytes) throw new Refusal('request.not-found')
  return watermarkPhoto(bytes, `${name} ${clubMinuteInWords(now)} ${protocol}`)
}

/** @throws {Error} for a purpose that recovery never stored */
const purposeOf = (purpose: string): IdentityPhoto => {
  const known = identityPhotos.find((name) => name === purpose)
  if (!known) throw new Error(`A photo of recovery is for "${purpose}"`)
  return known
}
