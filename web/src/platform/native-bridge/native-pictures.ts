import { fileMaxBytes } from '@clube/contract/kernel/file.ts'

/** Native app result (spec §3): a scanned code and a photo; empty when no photo arrived. */
export type NativePictures =
  | { readonly qrcode: string | null; readonly image: Blob }
  | { readonly qrcode: null; readonly image: null }

/** No photo: cancelled, unavailable, or invalid. */
export const noPictures: NativePictures = { qrcode: null, image: null }

/** Maximum length of a QR code: 4,296 characters. */
const qrcodeMaxLength = 4_296

const base64MaxLength = Math.ceil(fileMaxBytes / 3) * 4
const dataUrl = /^data:image\/jpe?g;base64,/i

/** Parses an app's response of any shape. The image is a JPEG by its first bytes, or absent. */
export function readPictures(response: Record<string, unknown> | null): NativePictures {
  const image = decodeJpeg(response?.['image'])
  if (!image) return noPictures
  const qrcode = response?.['qrcode']
  const isCode = typeof qrcode === 'string' && qrcode !== '' && qrcode.length <= qrcodeMaxLength
  return { qrcode: isCode ? qrcode : null, image }
}

function decodeJpeg(text: unknown): Blob | null {
  if (typeof text !== 'string' || text.length > base64MaxLength + 64) return null
  const base64 = text.replace(dataUrl, '')
  if (base64 === '' || base64.length > base64MaxLength) return null
  try {
    const binary = atob(base64)
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
    return isJpeg && bytes.length <= fileMaxBytes ? new Blob([bytes], { type: 'image/jpeg' }) : null
  } catch {
    // Not base64.
    return null
  }
}

/** A response is JSON text or an object; null for everything else. */
export function readResponseObject(data: unknown): Record<string, unknown> | null {
  if (typeof data === 'string') {
    // Before parsing, to avoid creating huge objects.
    if (data.length > base64MaxLength + 2 * qrcodeMaxLength + 1024) return null
    try {
      return asRecord(JSON.parse(data))
    } catch {
      return null
    }
  }
  return asRecord(data)
}

const asRecord = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
