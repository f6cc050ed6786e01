import type { PdfVerdict } from './inspect-pdf.ts'
import type { CleanPhoto } from './photo-error.ts'

/** Messages to the decoding process, which replies to each before it receives the next. */
export type DecodingJob =
  | { readonly kind: 'clean'; readonly photo: Uint8Array; readonly max_side: number | undefined }
  | { readonly kind: 'watermark'; readonly photo: Uint8Array; readonly text: string }
  | { readonly kind: 'inspectPdf'; readonly file: Uint8Array }

/** Messages from the decoding process: one when it is ready, then one reply per job. */
export type DecodingReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'clean'; readonly result: CleanPhoto }
  | { readonly kind: 'watermark'; readonly bytes: Buffer }
  | { readonly kind: 'inspectPdf'; readonly verdict: PdfVerdict }
  | { readonly kind: 'failed' }
