import {
  sendSettlementPartCall,
  settlementPartBytes,
  startSettlementCall,
  type SettlementImport,
} from '@clube/contract/partner-points/settlement-calls.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { sha256OfFile } from './file-hash.ts'

export type SettlementFile = {
  readonly partner: string
  readonly file: File
  readonly from_day: string
  readonly to_day: string
}

/** What an upload is doing, and how much of it is done, 0 to 1. */
export type UploadProgress = { readonly kind: 'reading' | 'sending'; readonly fraction: number }

export type Uploaded =
  | { readonly kind: 'received'; readonly imported: SettlementImport }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The file cannot be read: it was moved or changed after it was chosen. */
  | { readonly kind: 'unreadable' }

type UploadOptions = { onProgress: (progress: UploadProgress) => void; signal: AbortSignal }

/**
 * Sends a settlement file in parts. The server recognizes the file by its hash, so that an interrupted upload continues
 * where it stopped, also in another browser.
 */
export async function uploadSettlement(
  send: Send,
  { partner, file, from_day, to_day }: SettlementFile,
  { onProgress, signal }: UploadOptions,
): Promise<Uploaded> {
  const sha256 = await sha256OfFile(file, {
    signal,
    onProgress: (fraction) => onProgress({ kind: 'reading', fraction }),
  }).catch(() => null)
  if (signal.aborted) return aborted
  if (sha256 === null) return { kind: 'unreadable' }

  const start = () =>
    send(startSettlementCall, {
      body: { partner, file_name: file.name.slice(0, 120), size_bytes: file.size, sha256, from_day, to_day },
      signal,
    })
  const started = await start()
  if (!started.ok) return { kind: 'failed', failure: started.failure }

  let imported = started.data
  let hasRestarted = false
  while (imported.state === 'receiving') {
    const offset = imported.received_bytes
    const part = file.slice(offset, offset + settlementPartBytes)
    const { import_id } = imported
    const report = (fraction: number) =>
      onProgress({ kind: 'sending', fraction: (offset + fraction * part.size) / file.size })
    report(0)
    const sent = await send(sendSettlementPartCall, {
      body: { import_id, offset, part },
      onProgress: report,
      signal,
    })
    if (sent.ok && sent.data.received_bytes <= offset && sent.data.state === 'receiving')
      return { kind: 'failed', failure: { kind: 'unrecognized', status: sent.status, message: null } }
    if (sent.ok) {
      imported = sent.data
      hasRestarted = false
      continue
    }
    const isOtherOffset =
      sent.failure.kind === 'refused' && sent.failure.code === 'partner-points.other-offset'
    if (!isOtherOffset || hasRestarted) return { kind: 'failed', failure: sent.failure }
    // Another browser sent parts of the same file: the server says where it continues.
    hasRestarted = true
    const again = await start()
    if (!again.ok) return { kind: 'failed', failure: again.failure }
    imported = again.data
  }
  return { kind: 'received', imported }
}

const aborted = { kind: 'failed', failure: { kind: 'aborted' } } as const
