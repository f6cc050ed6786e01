import {
  attachmentFormatMessage,
  attachmentLimit,
  attachmentMaxBytes,
  attachmentsMessage,
  attachmentTypes,
  type TicketAttachment,
} from '@clube/contract/customer-service/service-ticket.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { explain } from '../../platform/api/explain.ts'
import { isResponse, type Failure, type Sent } from '../../platform/api/failure.ts'
import type { Send } from '../../platform/api/client.ts'
import { useSend } from '../../platform/app/app-context.tsx'
import { convertPhoto } from '../../platform/camera/convert-photo.ts'
import { serverNow } from '../../platform/clock/server-clock.ts'
import { useWhenOnline } from '../../platform/offline/use-when-online.ts'
import { newId } from '../new-id.ts'

/** Maximum length of a name in the call. */
const nameMaxLength = 255

/** An upload that a message has not included yet, as drafts store it. */
export const storedUploadSchema = z.object({
  upload_id: z.string(),
  name: z.string(),
  type: z.enum(attachmentTypes),
  bytes: z.int(),
  expires_at: z.string(),
})
export type StoredUpload = z.infer<typeof storedUploadSchema>

/** A file whose upload had not finished: a browser cannot keep the file itself, only say that it is missing. */
const missingFileSchema = z.object({ name: z.string().check(z.maxLength(nameMaxLength)), bytes: z.int() })

/** The attachments of a draft, in their order. */
export const draftAttachmentsSchema = z.array(z.union([storedUploadSchema, missingFileSchema]))
export type DraftAttachment = z.infer<typeof draftAttachmentsSchema>[number]

/** The finished uploads of a draft. */
export const storedUploadsOf = (attachments: readonly DraftAttachment[]): StoredUpload[] =>
  attachments.flatMap((attachment) => ('upload_id' in attachment ? attachment : []))

/**
 * A file to attach: it waits for the one before it, is being uploaded, was uploaded, failed, or is missing, because the page was
 * closed during its upload.
 */
export type UploadItem = { readonly id: string; readonly name: string; readonly bytes: number } & (
  | { readonly kind: 'waiting' }
  | { readonly kind: 'uploading'; readonly fraction: number }
  | { readonly kind: 'uploaded'; readonly upload: StoredUpload }
  | { readonly kind: 'failed'; readonly message: string; readonly canRetry: boolean }
  | { readonly kind: 'missing' }
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
  /** The attachments of a draft; uploads that the server has deleted since are removed. */
  stored: readonly DraftAttachment[]
  /** Called with what a draft stores whenever it changes. */
  onChange: (stored: DraftAttachment[]) => void
  /** Number of times the draft was erased: the attachments are forgotten with it. */
  erasures: number
}

export type Uploads = {
  items: readonly UploadItem[]
  /** Why the last files were not added, or that an upload of the draft is gone; null if nothing happened. */
  note: string | null
  /** What to do before the message can be sent; null when all files are uploaded. */
  incomplete: string | null
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
export function useUploads({ calls, stored, onChange, erasures }: UploadsOptions): Uploads {
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
    const before = storedOf(latest.current)
    latest.current = next
    setItems(next)
    const after = storedOf(next)
    if (JSON.stringify(after) !== JSON.stringify(before)) onChange(after)
  }
  const clear = () => {
    running.current?.controller.abort()
    files.current.clear()
    setNote(null)
    commit([])
  }
  const clearErased = useEffectEvent(clear)
  useEffect(() => {
    if (erasures > 0) clearErased()
  }, [erasures])
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
    incomplete: incompleteMessageOf(items),
    add: (chosen) => {
      let next = latest.current
      let isOverLimit = false
      for (const file of chosen) {
        const id = newId()
        const item: UploadItem = { id, name: nameOf(file), bytes: file.size, kind: 'waiting' }
        // A file that is attached again takes its former place.
        const missing = next.find(({ kind, name }) => kind === 'missing' && name === item.name)
        if (!missing && next.length >= attachmentLimit) {
          isOverLimit = true
          continue
        }
        files.current.set(id, file)
        next = missing ? next.map((each) => (each === missing ? item : each)) : [...next, item]
      }
      setNote(isOverLimit ? attachmentsMessage : null)
      commit(next)
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
    clear,
  }
}

type UploadResult =
  | { kind: 'uploaded'; upload: StoredUpload }
  | { kind: 'failed'; message: string; canRetry: boolean }

const isAvailable = (attachment: DraftAttachment): boolean =>
  !('upload_id' in attachment) || Date.parse(attachment.expires_at) > serverNow()

const itemOf = (attachment: DraftAttachment): UploadItem => {
  const { name, bytes } = attachment
  return 'upload_id' in attachment
    ? { id: attachment.upload_id, name, bytes, kind: 'uploaded', upload: attachment }
    : { id: newId(), name, bytes, kind: 'missing' }
}

/** What a draft stores. Refused files are not worth attaching again. */
const storedOf = (items: readonly UploadItem[]): DraftAttachment[] =>
  items.flatMap((item): DraftAttachment[] => {
    if (item.kind === 'uploaded') return [item.upload]
    return item.kind === 'failed' && !item.canRetry ? [] : [{ name: item.name, bytes: item.bytes }]
  })

const unfinishedMessage = 'Espere o envio dos anexos terminar, ou retire os que não foram enviados.'
const missingMessage = 'O envio de um anexo não terminou. Anexe o arquivo de novo, ou retire-o.'

const incompleteMessageOf = (items: readonly UploadItem[]): string | null => {
  if (items.some(({ kind }) => kind === 'missing')) return missingMessage
  return items.some(({ kind }) => kind !== 'uploaded') ? unfinishedMessage : null
}

/** Photos of the camera have no name. */
const nameOf = (file: Blob): string =>
  file instanceof File && file.name !== '' ? file.name.slice(-nameMaxLength) : 'foto.jpg'

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
