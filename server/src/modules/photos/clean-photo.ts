import sharp from 'sharp'
import { photoMaxPixels } from '@clube/contract/kernel/file.ts'
import type { CleanPhoto } from './photo-error.ts'

/** Longest side after cleaning, in pixels: enough to read the small print of a document. */
const documentSide = 2400
const quality = 85

/**
 * Decodes and re-encodes a photo: a JPEG of limited size, upright, without EXIF, location, profile, comments or
 * trailing data. Decoding a hostile file may take long; it runs in the decoding process only. Never throws.
 */
export const cleanPhoto = async (file: Uint8Array, maxSide = documentSide): Promise<CleanPhoto> => {
  try {
    const { data, info } = await sharp(file, { limitInputPixels: photoMaxPixels, failOn: 'warning' })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColorspace('srgb')
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true })
    return { ok: true, bytes: data, width: info.width, height: info.height }
  } catch {
    return { ok: false, error: 'damaged' }
  }
}
