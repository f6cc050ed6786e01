import sharp from 'sharp'

/** Largest photo that is decoded, in pixels. */
export const photoMaxPixels = 25_000_000
/** Longest side after cleaning: enough to read the small print of a document. */
const maxSide = 2400
const quality = 85
/** Time limit for decoding, against files made to be slow. */
const decodeSeconds = 10

// Decoded identity photos must not stay in a cache.
sharp.cache(false)

/** Why a photo is rejected. */
export type PhotoError = 'empty' | 'not-jpeg' | 'too-many-pixels' | 'damaged'

export type CleanPhoto =
  | { readonly ok: true; readonly bytes: Buffer; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly error: PhotoError }

/** Messages for rejected photos. */
export const photoErrorMessages: Readonly<Record<PhotoError, string>> = {
  empty: 'Este campo não pode estar vazio',
  'not-jpeg': 'Envie uma foto em formato JPEG.',
  'too-many-pixels': 'A foto é grande demais. Tire outra com menos resolução.',
  damaged: 'Não conseguimos abrir a foto. Tire outra, por favor.',
}

/**
 * Decodes and re-encodes a photo: a JPEG of at most 2400 px, upright, without EXIF, location, profile, comments or
 * trailing data. Anything that is not exactly a JPEG is rejected. Never throws.
 */
export const cleanPhoto = async (file: Uint8Array): Promise<CleanPhoto> => {
  if (file.length === 0) return refuse('empty')
  if (!startsAsJpeg(file)) return refuse('not-jpeg')
  try {
    // Only the header is read here; the limit for decoding comes below.
    const head = await sharp(file, { limitInputPixels: false, failOn: 'warning' }).metadata()
    if (head.format !== 'jpeg') return refuse('not-jpeg')
    if (head.width * head.height > photoMaxPixels) return refuse('too-many-pixels')
    const { data, info } = await sharp(file, { limitInputPixels: photoMaxPixels, failOn: 'warning' })
      .timeout({ seconds: decodeSeconds })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true })
    return { ok: true, bytes: data, width: info.width, height: info.height }
  } catch {
    return refuse('damaged')
  }
}

const refuse = (error: PhotoError): CleanPhoto => ({ ok: false, error })

/** Start of image, then a marker. */
const startsAsJpeg = (file: Uint8Array): boolean => file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff
