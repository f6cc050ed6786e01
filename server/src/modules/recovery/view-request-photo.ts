import { openPhotoViewCall } from '@clube/contract/recovery/review-calls.ts'
import { formatDateTime } from '@clube/contract/kernel/club-time.ts'
import { identityPhotos, type IdentityPhoto } from '@clube/contract/recovery/support-form.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf, refuseRequest } from '../../kernel/refusal.ts'
import { grantPhotoView, openPhoto, consumePhotoView } from '../photos/index.ts'
import type { RecoveryDeps } from './deps.ts'
import type { StaffActor } from './recovery-request.ts'
import { findRequest } from './recovery-request-store.ts'

const refuse = refusalsOf(openPhotoViewCall)

const photoNames: Readonly<Record<IdentityPhoto, string>> = {
  personal_id_front: 'da frente do documento',
  personal_id_back: 'do verso do documento',
  personal_id_selfie: 'da selfie',
}

/**
 * Grants one view of a request photo.
 * @throws {Refusal} recovery.unknown-request, recovery.photo-gone
 */
export const grantRequestPhotoView = async (
  { db, clock }: RecoveryDeps,
  input: { request_id: string; photo_id: string; by: StaffActor },
): Promise<{ view_token: string; expires_at: Date }> => {
  const { request_id: subject_id, photo_id } = input
  if (!(await findRequest(db, subject_id))) throw refuse('recovery.unknown-request')
  const { staff_id } = input.by
  const granted = await grantPhotoView(db, { photo_id, subject_id, staff_id, now: clock() })
  if (!granted) throw refuse('recovery.photo-gone')
  return granted
}

/**
 * Consumes a granted view: one photo, one audit line, written before the photo is opened.
 * @returns a JPEG watermarked with viewer and time
 * @throws {Refusal} request.not-found when the view is used, expired, or granted for another staff member or subject
 */
export const viewRequestPhoto = async (
  deps: RecoveryDeps,
  input: { view_token: string; by: StaffActor },
): Promise<Buffer> => {
  const { db, clock } = deps
  const now = clock()
  const { staff_id, name } = input.by
  const { view, protocol } = await inTransaction(db, async (tx) => {
    const granted = await consumePhotoView(tx, { view_token: input.view_token, staff_id, now })
    // Views of photos of other subjects are not accepted here.
    const request = granted && (await findRequest(tx, granted.subject_id))
    if (!granted || !request) throw refuseRequest('request.not-found')
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'recovery.view-photo',
      subject: { kind: 'recovery-request', id: request.id },
      sentence: `Viu a foto ${photoNames[purposeOf(granted.purpose)]} do pedido ${request.protocol}.`,
    })
    return { view: granted, protocol: request.protocol }
  })
  const { photo_id: id, subject_id } = view
  const bytes = await openPhoto({ ...deps.photos, db }, { id, subject_id })
  if (!bytes) throw refuseRequest('request.not-found')
  return deps.photos.decoder.watermark(bytes, `${name} ${formatDateTime(now, deps.time_zone)} ${protocol}`)
}

/** @throws {Error} for an unknown purpose */
const purposeOf = (purpose: string): IdentityPhoto => {
  const known = identityPhotos.find((name) => name === purpose)
  if (!known) throw new Error(`Unknown purpose of a recovery photo: "${purpose}"`)
  return known
}
