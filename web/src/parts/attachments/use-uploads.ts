import {
  attachmentFormatMessage,
  attachmentLimit,
  attachmentMaxBytes,
  attachmentsMessage,
  attachmentTypes,
  type TicketAttachment,
} from '@clube/contract/customer-service/service-ticket.ts'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { explain } from '../../platform/api/explain.ts'
import { isResponse, type Failure, type Sent } from '../../platform/api/failure.ts'
import type { Send } from '../../platform/api/client.ts'
import { useSend } from '../../platform/app/app-context.tsx'
import { convertPhoto } from '../../platform/camera/convert-photo.ts'
import { serverNow } from '../../platform/clock/server-clock.ts'
import { useWhenOnline } from '../../platform/offline/use-when-online.ts'
import { newId } from '../new-id.ts'

/** An upload that a message has not included yet, as drafts store it. */
export const storedUploadSchema = z.object({
  upload_id: z.string(),
  name: z.string(),
  type: z.enum(attachmentTypes),
  bytes: z.int(),
  expires_at: z.string(),
})
export type StoredUpload = z.infer<typeof storedUploadSchema>

/** A file to attach: it waits for the one before it, is being uploaded, was uploaded, or failed. */
export type UploadItem = { readonly id: string; readonly name: string; readonly bytes: number } & (
  | { readonly kind: 'waiting' }
  | { readonly kind: 'uploading'; readonly fraction: number }
  | { readonly kind: 'uploaded'; readonly upload: StoredUpload }
  | { readonly kind: 'failed'; readonly message: string; readonly canRetry: boolean }
)

type Uploaded = { upload_id: string; attachment: TicketAttachment; expires_at: string }
type UploadBody = { name: string; file: Blob }
type UploadOptions = { signal: AbortSignal; onProgress: (fraction: number) => void }

/** The calls of shoppers or of staff. */
export type UploadCalls = {
  upload: (send: Send, body: UploadBody, options: UploadOptions) => Promise<Sent<Uploaded>>
  discard: (send: Send, upload_id: string) => Promise<unknown>
}

type UploadsOptions = {
  calls: UploadCalls
  /** Uploads of a draft; those that the server has deleted since are removed. */
  stored: readonly StoredUpload[]
  /** Called with the finished uploads whenever they change. */
  onChange: (stored: StoredUpload[]) => void
}

export type Uploads = {
  items: readonly UploadItem[]
  /** Why the last files were not added, or that an upload of the draft is gone; null if nothing happened. */
  note: string | null
  /** Whether a file was not uploaded yet, or failed. */
  isIncomplete: boolean
  add: (files: readonly Blob[]) => void
  retry: (id: string) => void
  /** Takes a file back, which deletes its upload. */
  remove: (id: string) => void
  /** Forgets all files, after a message has included them. */
  clear: () => void
}

const tooLargeMessage = `O arquivo é grande demais: até ${attachmentMaxBytes / 1024 / 1024} MB.`
const emptyFileMessage = 'Não foi possível ler este arquivo. Envie outro.'
const expiredMessage = 'Um anexo do rascunho não está mais disponível. Envie o anexo de novo.'

/** Uploads attachments one by one, with progress; retries after a lost connection when the device is online again. */
export function useUploads({ calls, stored, onChange }: UploadsOptions): Uploads {
  const send = useSend()
  const [items, setItems] = useState<readonly UploadItem[]>(() => stored.filter(isAvailable).map(itemOf))
  const [note, setNote] = useState<string | null>(() => (stored.every(isAvailable) ? null : expiredMessage))
  const latest = useRef(items)
  const files = useRef(new Map<string, Blob>())
  const running = useRef<{ id: string; controller: AbortController } | null>(null)

  useEffect(() => {
    if (note === expiredMessage) onChange(storedOf(latest.current))
    return () => running.current?.controller.abort()
  }, [])

  const commit = (next: readonly UploadItem[]) => {
    const before = storedOf(latest.current).map(({ upload_id }) => upload_id)
    latest.current = next
    setItems(next)
    const after = storedOf(next)
    if (after.map(({ upload_id }) => upload_id).join() !== before.join()) onChange(after)
  }
  const replace = (id: string, change: (item: UploadItem) => UploadItem) =>
    commit(latest.current.map((item) => (item.id === id ? change(item) : item)))

  const uploadNext = async (): Promise<void> => {
    if (running.current) return
    const next = latest.current.find(({ kind }) => kind === 'waiting')
    const file = next && files.current.get(next.id)
    if (!next || !file) return
    const { id, name, bytes } = next
    const controller = new AbortController()
    running.current = { id, controller }
    replace(id, () => ({ id, name, bytes, kind: 'uploading', fraction: 0 }))
    const result = await uploadFile(file, {
      signal: controller.signal,
      onProgress: (fraction) => replace(id, () => ({ id, name, bytes, kind: 'uploading', fraction })),
    })
    running.current = null
    if (!controller.signal.aborted) replace(id, () => ({ id, name, bytes, ...result }))
    await uploadNext()
  }
  const uploadFile = async (file: Blob, options: UploadOptions): Promise<UploadResult> => {
    const prepared = await prepareFile(file)
    if (!prepared.ok) return { kind: 'failed', message: prepared.message, canRetry: false }
    const sent = await calls.upload(send, { name: nameOf(file), file: prepared.file }, options)
    if (!sent.ok) return failedUpload(sent.failure)
    const { upload_id, attachment, expires_at } = sent.data
    const { name, type, bytes } = attachment
    return { kind: 'uploaded', upload: { upload_id, name, type, bytes, expires_at } }
  }
  const wait = (isWanted: (item: UploadItem) => boolean) => {
    commit(
      latest.current.map((item) =>
        item.kind === 'failed' && item.canRetry && isWanted(item)
          ? { id: item.id, name: item.name, bytes: item.bytes, kind: 'waiting' }
          : item,
      ),
    )
    void uploadNext()
  }
  useWhenOnline(() => wait(() => true))

  return {
    items,
    note,
    isIncomplete: items.some(({ kind }) => kind !== 'uploaded'),
    add: (chosen) => {
      const accepted = chosen.slice(0, attachmentLimit - latest.current.length)
      setNote(accepted.length < chosen.length ? attachmentsMessage : null)
      const added = accepted.map((file): UploadItem => {
        const id = newId()
        files.current.set(id, file)
        return { id, name: nameOf(file), bytes: file.size, kind: 'waiting' }
      })
      commit([...latest.current, ...added])
      void uploadNext()
    },
    retry: (id) => wait((item) => item.id === id),
    remove: (id) => {
      const item = latest.current.find((each) => each.id === id)
      if (running.current?.id === id) running.current.controller.abort()
      files.current.delete(id)
      setNote(null)
      commit(latest.current.filter((each) => each.id !== id))
      // The server deletes it in any case, later.
      if (item?.kind === 'uploaded') void calls.discard(send, item.upload.upload_id)
    },
    clear: () => {
      files.current.clear()
      setNote(null)
      commit([])
    },
  }
}

type UploadResult =
  | { kind: 'uploaded'; upload: StoredUpload }
  | { kind: 'failed'; message: string; canRetry: boolean }

const isAvailable = ({ expires_at }: StoredUpload): boolean => Date.parse(expires_at) > serverNow()

const itemOf = (upload: StoredUpload): UploadItem => ({
  id: upload.upload_id,
  name: upload.name,
  bytes: upload.bytes,
  kind: 'uploaded',
  upload,
})

const storedOf = (items: readonly UploadItem[]): StoredUpload[] =>
  items.flatMap((item) => (item.kind === 'uploaded' ? item.upload : []))

/** Photos of the camera have no name. */
const nameOf = (file: Blob): string =>
  file instanceof File && file.name !== '' ? file.name.slice(-nameMaxLength) : 'foto.jpg'

/** Maximum length of a name in the call. */
const nameMaxLength = 255

type PreparedFile = { ok: true; file: Blob } | { ok: false; message: string }

/** A PDF as it is, and any picture that the browser can decode as a JPEG. The server checks the content. */
async function prepareFile(file: Blob): Promise<PreparedFile> {
  if (file.size === 0) return { ok: false, message: emptyFileMessage }
  if (file.type === 'application/pdf' || /\.pdf$/i.test(nameOf(file)))
    return file.size <= attachmentMaxBytes ? { ok: true, file } : { ok: false, message: tooLargeMessage }
  const photo = await convertPhoto(file)
  return photo ? { ok: true, file: photo } : { ok: false, message: attachmentFormatMessage }
}

function failedUpload(failure: Failure): Extract<UploadResult, { kind: 'failed' }> {
  const message =
    failure.kind === 'refused' || failure.kind === 'invalid'
      ? failure.message
      : (explain(failure, { place: 'endpoint' }).toast?.message ?? '')
  const isFlood = 'status' in failure && failure.status === 429
  return { kind: 'failed', message, canRetry: !isResponse(failure) || isFlood }
}
