import sharp from 'sharp'

/** Largest photo that is decoded, in pixels. */
export const photoMaxPixels = 25_000_000
/** Longest side after cleaning: enough to read the small print of a document. */
const longestSide = 2400
const quality = 85
/** A file made to be slow to decode is given up. */
const decodeSeconds = 10

// Decoded photos of people must not wait in a cache for nobody.
sharp.cache(false)

/** Why a file is not taken as a photo. */
export type PhotoFault = 'empty' | 'not-jpeg' | 'too-many-pixels' | 'damaged'

export type CleanPhoto =
  | { readonly ok: true; readonly bytes: Buffer; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly fault: PhotoFault }

/** What a person is told about a file that is not taken. */
export const photoFaultMessages: Readonly<Record<PhotoFault, string>> = {
  empty: 'Este campo não pode estar vazio',
  'not-jpeg': 'Envie uma foto em formato JPEG.',
  'too-many-pixels': 'A foto é grande demais. Tire outra com menos resolução.',
  damaged: 'Não conseguimos abrir a foto. Tire outra, por favor.',
}

/**
 * Decodes a photo and writes it anew: a JPEG of at most 2400 px, upright, without EXIF, place, profile, comments or
 * anything hidden behind the picture. What is not wholly and only a JPEG is refused. Never throws.
 */
export const cleanPhoto = async (file: Uint8Array): Promise<CleanPhoto> => {
  if (file.length === 0) return refuse('empty')
  if (!startsAsJpeg(file)) return refuse('not-jpeg')
  try {
    // Only the head is read here; the limit for decoding comes below.
    const head = await sharp(file, { limitInputPixels: false, failOn: 'warning' }).metadata()
    if (head.format !== 'jpeg') return refuse('not-jpeg')
    if (head.width * head.height > photoMaxPixels) return refuse('too-many-pixels')
    const { data, info } = await sharp(file, { limitInputPixels: photoMaxPixels, failOn: 'warning' })
      .timeout({ seconds: decodeSeconds })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true })
    return { ok: true, bytes: data, width: info.width, height: info.height }
  } catch {
    return refuse('damaged')
  }
}

const refuse = (fault: PhotoFault): CleanPhoto => ({ ok: false, fault })

/** Start of image, then a marker. */
const startsAsJpeg = (file: Uint8Array): boolean => file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff
