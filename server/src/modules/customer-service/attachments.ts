import {
  attachmentRefusals,
  ownDocumentFile,
  ownPictureFile,
  type uploadAttachmentCall,
} from '@clube/contract/customer-service/calls.ts'
import { uploadLifetimeHours, type attachmentTypes } from '@clube/contract/customer-service/service-ticket.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import type { FormFile } from '@clube/contract/kernel/file.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { PhotoStoreError } from '../../ports/photo-store.ts'
import { isInfected, isPdf, openObject, sealObject, type PhotoStorage } from '../photos/index.ts'
import {
  findAttachment,
  findKeptObjects,
  insertUpload,
  listDueAttachments,
  markAttachmentPurged,
  type AttachmentRow,
  type Uploader,
} from './attachment-store.ts'
import type { Agent, CustomerServiceDeps } from './deps.ts'
import { attachmentOf } from './ticket-views.ts'
import { minutesToNextHour } from './write-message.ts'

const refuse = refusalsOf({ refusals: attachmentRefusals })
const refuseFile = refusalsOf(ownPictureFile, ownDocumentFile)

/** Prefix of the names of their objects. */
const attachmentPrefix = 'attachments/'
/** Name of an attachment without one. */
export const unnamed = 'anexo'
const hourMs = 3_600_000
const orphanGraceMs = 24 * hourMs
type AttachmentType = (typeof attachmentTypes)[number]

/**
 * Counts an upload before its file is received, so that rejected files count, too.
 * @throws {Refusal} customer-service.too-many-uploads
 */
export const admitUpload = async (deps: CustomerServiceDeps, uploader: Uploader): Promise<void> => {
  const now = deps.clock()
  const isWithin =
    'customer_id' in uploader
      ? await deps.limits.spend('service-uploads.person', uploader.customer_id, now)
      : await deps.limits.spend('service-uploads.staff', uploader.staff_id, now)
  if (!isWithin) throw refuse('customer-service.too-many-uploads', { minutes: minutesToNextHour(now) })
}

/**
 * Checks, cleans and seals a file; it waits for its message for a day. Pictures are decoded and encoded again; PDFs are stored as
 * they are, if nothing in them can run.
 * @throws {Refusal} customer-service.file-format, file-broken, file-active, file-encrypted, file-infected
 * @throws {Unavailable} without a verdict of the scanner, or while decoder or store are not available
 */
export const uploadAttachment = async (
  deps: CustomerServiceDeps,
  input: { file: FormFile; name: string; uploader: Uploader },
): Promise<DataOf<typeof uploadAttachmentCall>> => {
  const { uploader } = input
  const received = new Uint8Array(await input.file.arrayBuffer())
  if (await isInfected(deps.scanner, received)) throw refuse('customer-service.file-infected')
  const { type, bytes } = await cleanFile(deps, input.file, received)
  const row = await storeUpload(deps, { type, bytes, name: input.name, uploader, now: deps.clock() })
  return {
    upload_id: row.id,
    attachment: attachmentOf(row),
    expires_at: row.purge_after.toISOString(),
  }
}

/** Seals a clean file and records it, without a message. */
export const storeUpload = async (
  deps: Pick<CustomerServiceDeps, 'db'> & { photos: PhotoStorage },
  input: { type: AttachmentType; bytes: Uint8Array; name: string; uploader: Uploader; now: Date },
) => {
  const { type, bytes, name, uploader, now } = input
  const sealed = await sealObject(deps.photos, { bytes, prefix: attachmentPrefix })
  const upload = {
    ...sealed,
    type,
    name: cleanName(name, type),
    bytes: bytes.length,
    created_at: now,
    purge_after: new Date(now.getTime() + uploadLifetimeHours * hourMs),
  }
  await insertUpload(deps.db, upload, uploader)
  return { ...upload, customer_id: null, staff_id: null, message_id: null, position: null, purged_at: null }
}

const cleanFile = async (
  deps: CustomerServiceDeps,
  file: FormFile,
  received: Uint8Array,
): Promise<{ type: AttachmentType; bytes: Uint8Array }> => {
  if (isPdf(received)) {
    const verdict = await deps.photos.decoder.inspectPdf(received)
    switch (verdict) {
      case 'plain':
        return { type: 'application/pdf', bytes: received }
      case 'active':
        throw refuse('customer-service.file-active')
      case 'encrypted':
        throw refuse('customer-service.file-encrypted')
      case 'broken':
        throw refuse('customer-service.file-broken')
      default:
        return verdict satisfies never
    }
  }
  const clean = await deps.photos.decoder.clean(file, { accepts_png: true })
  if (clean.ok) return { type: 'image/jpeg', bytes: clean.bytes }
  throw refuse(clean.error === 'not-jpeg' ? 'customer-service.file-format' : 'customer-service.file-broken')
}

/** The name without path, control characters and direction marks, with the extension of what is stored. */
export const cleanName = (name: string, type: AttachmentType): string => {
  const base = (name.split(/[/\\]/).at(-1) ?? '')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}"<>|:*?]/gu, '')
    .replace(/\.[^.]{0,8}$/, '')
    .trim()
    .slice(0, 100)
  return `${base === '' ? unnamed : base}${type === 'application/pdf' ? '.pdf' : '.jpg'}`
}

/**
 * An attachment of the customer's own conversation, or an own upload.
 * @throws {Refusal} customer-service.attachment-unknown, also for those of internal notes
 */
export const openOwnAttachment = async (
  deps: CustomerServiceDeps,
  input: { attachment_id: string; customer_id: string; type: AttachmentType },
): Promise<Buffer> => {
  const found = await findAttachment(deps.db, input.attachment_id)
  const isReadable =
    found === undefined || found.ticket_id === null
      ? found?.customer_id === input.customer_id
      : found.owner_id === input.customer_id && found.visibility === 'public'
  if (!found || !isReadable) throw refuseFile('customer-service.attachment-unknown')
  return open(deps, found, input.type)
}

/**
 * An attachment for a member, with an audit line; an own upload has none.
 * @throws {Refusal} customer-service.attachment-unknown
 */
export const openDeskAttachment = async (
  deps: CustomerServiceDeps,
  input: { attachment_id: string; agent: Agent; type: AttachmentType },
): Promise<Buffer> => {
  const { agent } = input
  const found = await findAttachment(deps.db, input.attachment_id)
  if (!found || (found.ticket_id === null && found.staff_id !== agent.staff_id))
    throw refuseFile('customer-service.attachment-unknown')
  const bytes = await open(deps, found, input.type)
  const { ticket_id } = found
  if (ticket_id !== null)
    await inTransaction(deps.db, (tx) =>
      deps.audit(tx, {
        actor: { kind: 'staff', id: agent.staff_id },
        action: 'customer-service.view-attachment',
        subject: { kind: 'service-ticket', id: ticket_id },
        sentence: `Viu o anexo ${found.id} de um atendimento.`,
      }),
    )
  return bytes
}

/** One that is due for purging is not served either, since its file may remain until the next purge. */
const open = async (
  { photos, clock }: CustomerServiceDeps,
  row: AttachmentRow,
  type: AttachmentType,
): Promise<Buffer> => {
  const { sealed_data_key, purge_after } = row
  const isDue = purge_after !== null && purge_after <= clock()
  if (sealed_data_key === null || isDue || row.type !== type)
    throw refuseFile('customer-service.attachment-unknown')
  return openObject(photos, { ...row, sealed_data_key })
}

const batchSize = 100

/**
 * Deletes uploads without a message after a day, attachments of erased accounts and objects of interrupted uploads: first the
 * object, then its key. Safe to repeat and to interrupt.
 */
export const purgeAttachments = async (
  {
    db,
    photos,
    clock,
  }: Pick<CustomerServiceDeps, 'db' | 'clock'> & {
    photos: Pick<CustomerServiceDeps['photos'], 'store'>
  },
  signal?: AbortSignal,
): Promise<void> => {
  const now = clock()
  let after: { purge_after: Date | null; id: string } | null = null
  for (;;) {
    signal?.throwIfAborted()
    const due: { id: string; object_key: string; purge_after: Date | null }[] = await listDueAttachments(db, {
      now,
      limit: batchSize,
      after,
    })
    for (const { id, object_key } of due)
      if (await deleteObject(photos.store, object_key))
        await markAttachmentPurged(db, { id, name: unnamed, now })
    after = due.at(-1) ?? null
    if (due.length < batchSize) break
  }
  const old = (await photos.store.list(attachmentPrefix))
    .filter(({ modified_at }) => now.getTime() - modified_at.getTime() >= orphanGraceMs)
    .map(({ key }) => key)
  for (let start = 0; start < old.length; start += batchSize) {
    signal?.throwIfAborted()
    const keys = old.slice(start, start + batchSize)
    const kept = await findKeptObjects(db, keys)
    for (const key of keys) if (!kept.has(key)) await deleteObject(photos.store, key)
  }
}

/** A failing object must not prevent deleting the others; it is due at the next purge. */
const deleteObject = async (store: CustomerServiceDeps['photos']['store'], key: string): Promise<boolean> => {
  try {
    await store.delete(key)
    return true
  } catch (error) {
    if (error instanceof PhotoStoreError) return false
    throw error
  }
}
