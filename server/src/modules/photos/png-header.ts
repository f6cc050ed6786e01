import { photoMaxPixels } from '@clube/contract/kernel/file.ts'
import type { PhotoError } from './photo-error.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Signature, then the chunk IHDR with its 13 bytes. */
const headerBytes = 8 + 8 + 13 + 4

/** Whether a file begins as a PNG. */
export const isPng = (file: Uint8Array): boolean => signature.equals(file.subarray(0, signature.length))

/**
 * Reads the size of a PNG before it is decoded. Returns where the image ends, after which other data could follow.
 * Rejects too many pixels and chunks that do not fit.
 */
export const readPngHeader = (
  file: Uint8Array,
): { readonly ok: true; readonly bytes: number } | { readonly ok: false; readonly error: PhotoError } => {
  const view = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (view.length < headerBytes || view.toString('latin1', 12, 16) !== 'IHDR')
    return { ok: false, error: 'damaged' }
  const [width, height] = [view.readUInt32BE(16), view.readUInt32BE(20)]
  if (width === 0 || height === 0) return { ok: false, error: 'damaged' }
  if (width * height > photoMaxPixels) return { ok: false, error: 'too-many-pixels' }
  for (let at = signature.length; at + 12 <= view.length;) {
    const end = at + 12 + view.readUInt32BE(at)
    if (end > view.length) break
    // An animation is not a picture of a document.
    const type = view.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return { ok: false, error: 'unusual' }
    if (type === 'IEND') return { ok: true, bytes: end }
    at = end
  }
  return { ok: false, error: 'damaged' }
}
