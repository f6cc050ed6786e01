import { identityPhotos, type IdentityPhoto } from '@clube/contract/recovery/support-form.ts'
import { inTransaction } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { expiryAfter } from '../identity/index.ts'
import { listPhotos, openPhoto, watermarkPhoto } from '../photos/index.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { consumeView, insertView } from './photo-view-store.ts'
import type { StaffActor } from './recovery-request.ts'
import { findRequest } from './recovery-request-store.ts'

/** Seconds within which a granted look must be taken. */
const viewSeconds = 60

const photoNames: Readonly<Record<IdentityPhoto, string>> = {
  personal_id_front: 'da frente do documento',
  personal_id_back: 'do verso do documento',
  personal_id_selfie: 'da selfie',
}

/**
 * Grants one look at one photo of a request.
 * @throws {Refusal} recovery.unknown-request, recovery.photo-gone
 */
export const grantPhotoView = async (
  deps: RecoveryDeps,
  input: { request_id: string; photo_id: string; by: StaffActor },
): Promise<{ view_token: string; expires_at: Date }> => {
  const { db, clock } = deps.identity
  const now = clock()
  const { request_id, photo_id } = input
  if (!(await findRequest(db, request_id))) throw new Refusal('recovery.unknown-request')
  const photo = (await listPhotos(db, request_id)).find(({ id }) => id === photo_id)
  if (!photo || photo.purged_at !== null) throw new Refusal('recovery.photo-gone')
  const view_token = createSecret()
  const expires_at = expiryAfter(now, viewSeconds)
  await insertView(db, {
    token_hash: fingerprint(view_token),
    photo_id,
    request_id,
    staff_id: input.by.staff_id,
    expires_at,
  })
  return { view_token, expires_at }
}

/**
 * Takes a granted look: one picture, one line in the audit, written before the picture is opened.
 * @returns a JPEG with who looked and when all over it
 * @throws {Refusal} request.not-found for a look that was taken, is late, or was granted to somebody else
 */
export const viewPhoto = async (
  deps: RecoveryDeps,
  input: { view_token: string; by: StaffActor },
): Promise<Buffer> => {
  const { db, clock } = deps.identity
  const now = clock()
  const { staff_id, name } = input.by
  const { view, protocol } = await inTransaction(db, async (tx) => {
    const used = await consumeView(tx, { token_hash: fingerprint(input.view_token), staff_id, now })
    const request = used && (await findRequest(tx, used.request_id))
    const photo = used && (await listPhotos(tx, used.request_id)).find(({ id }) => id === used.photo_id)
    if (!used || !request || !photo) throw new Refusal('request.not-found')
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'recovery.view-photo',
      subject: { kind: 'recovery-request', id: request.id },
      sentence: `Viu a foto ${photoNames[purposeOf(photo.purpose)]} do pedido ${request.protocol}.`,
    })
    return { view: used, protocol: request.protocol }
  })
  const bytes = await openPhoto({ ...deps.photos, db }, { id: view.photo_id, subject_id: view.request_id })
  if (!bytes) throw new Refusal('request.not-found')
  return watermarkPhoto(bytes, `${name} ${minuteInWords(now)} ${protocol}`)
}

/** @throws {Error} for a purpose that recovery never stored */
const purposeOf = (purpose: string): IdentityPhoto => {
  const known = identityPhotos.find((name) => name === purpose)
  if (!known) throw new Error(`A photo of recovery is for "${purpose}"`)
  return known
}

const minuteInWords = (now: Date): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'short', timeStyle: 'short' })
    .format(now)
    .replace(',', '')
