import { randomUUID } from 'node:crypto'
import { clubYearOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { IdentityPhoto } from '@clube/contract/recovery/support-form.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { expiryAfter } from '../../ports/clock.ts'
import { createAppendAuditLine } from '../audit/index.ts'
import { documentIndexOf, findByDocument } from '../identity/index.ts'
import { sealPhoto, storePhoto, type PhotoStorage } from '../photos/index.ts'
import type { Vault } from '../vault/index.ts'
import { protocolOf } from './protocol.ts'
import { sealForm } from './recovery-form.ts'
import type { RecoveryForm } from './recovery-request.ts'
import { insertRequest, nextProtocolNumber } from './recovery-request-store.ts'
import { auditLineOf } from './submission.ts'

/**
 * Inserts a pending request as if its customer had submitted it: for demonstrations only.
 * @param input.files cleaned photos
 * @throws {Error} when the document has no account
 */
export const seedRecoveryRequest = async (input: {
  db: Db
  vault: Vault
  photos: PhotoStorage
  document_id: string
  form: RecoveryForm
  files: readonly { readonly purpose: IdentityPhoto; readonly bytes: Uint8Array }[]
  answer_hours: number
  submitted_at: Date
  time_zone: TimeZone
}): Promise<void> => {
  const { db, vault, form, submitted_at } = input
  const id = randomUUID()
  const document_index = documentIndexOf({ vault }, input)
  const customer = await findByDocument(db, document_index)
  if (!customer) throw new Error('A seeded request needs an account')
  const sealed: { purpose: IdentityPhoto; photo: Awaited<ReturnType<typeof sealPhoto>> }[] = []
  for (const { purpose, bytes } of input.files)
    sealed.push({ purpose, photo: await sealPhoto(input.photos, bytes) })
  const appendAuditLine = createAppendAuditLine({ vault, clock: () => submitted_at })
  await inTransaction(db, async (tx) => {
    const number = await nextProtocolNumber(tx)
    const protocol = protocolOf({ year: String(clubYearOf(submitted_at, input.time_zone)), number })
    await insertRequest(tx, {
      id,
      protocol,
      document_index,
      customer_id: customer.id,
      form_sealed: sealForm(vault, id, form),
      state: { at: 'submitted' },
      submitted_at,
      answer_by: expiryAfter(submitted_at, input.answer_hours * 3600),
      follows: null,
      submission_hash: null,
      known_device: false,
    })
    for (const { purpose, photo } of sealed)
      await storePhoto(tx, { photo, purpose, subject_id: id, now: submitted_at })
    await appendAuditLine(tx, auditLineOf({ id, protocol, customer_id: customer.id, follows: null }))
  })
}
