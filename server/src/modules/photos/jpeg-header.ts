import { photoMaxPixels } from '@clube/contract/kernel/file.ts'
import type { PhotoError } from './photo-error.ts'

/**
 * Maximum scans of a progressive photo: phones and messaging apps write up to a dozen. Each is a pass over the picture.
 */
const maxScans = 20
/** Segments outside of scans, such as application data, tables and comments. */
const maxSegments = 256

export type JpegHeader =
  | {
      readonly ok: true
      readonly width: number
      readonly height: number
      /** Length of the picture; what follows it in the file is not part of it. */
      readonly bytes: number
    }
  | { readonly ok: false; readonly error: PhotoError }

const endOfImage = 0xd9
const startOfScan = 0xda
const huffmanTables = 0xc4
const progressive = 0xc2

/** Baseline, extended and progressive frames with Huffman codes. */
const isUsualFrame = (marker: number): boolean => marker >= 0xc0 && marker <= progressive

/** Lossless, hierarchical and arithmetic coding, and a deferred height: valid, but no camera writes them. */
const isUnusual = (marker: number): boolean =>
  (marker >= 0xc3 && marker <= 0xcf && marker !== huffmanTables) ||
  (marker >= 0xdc && marker <= 0xdf && marker !== 0xdd) ||
  (marker >= 0xf0 && marker <= 0xfd)

/** Reserved markers, and those that are valid only inside a scan or at the start. */
const isMisplaced = (marker: number): boolean => marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)

/**
 * Reads the markers of a JPEG without decoding it, and rejects what no camera writes and what would make decoding
 * expensive: more than one frame, many scans, unusual coding or components, too many pixels.
 */
export const readJpegHeader = (file: Uint8Array): JpegHeader => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (bytes.length === 0) return refuse('empty')
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return refuse('not-jpeg')
  let frame: Frame | null = null
  let scans = 0
  let segments = 0
  for (let offset = 2; ;) {
    while (bytes[offset] === 0xff && bytes[offset + 1] === 0xff) offset += 1
    const marker = bytes[offset] === 0xff ? bytes[offset + 1] : undefined
    if (marker === undefined || isMisplaced(marker)) return refuse('damaged')
    if (isUnusual(marker)) return refuse('unusual')
    if (marker === endOfImage) {
      if (!frame || scans === 0) return refuse('damaged')
      return { ok: true, width: frame.width, height: frame.height, bytes: offset + 2 }
    }
    const content = contentAt(bytes, offset + 2)
    if (!content) return refuse('damaged')
    offset += 4 + content.length
    if (marker === startOfScan) {
      scans += 1
      const error = scanError(content, frame, scans)
      if (error) return refuse(error)
      offset = endOfScan(bytes, offset)
    } else if (isUsualFrame(marker)) {
      if (frame) return refuse('unusual')
      const parsed = frameOf(content, marker === progressive)
      if ('error' in parsed) return refuse(parsed.error)
      frame = parsed
    } else if ((segments += 1) > maxSegments) return refuse('unusual')
  }
}

const refuse = (error: PhotoError): JpegHeader => ({ ok: false, error })

/** The content of a segment whose length is at this position; null when it is truncated. */
const contentAt = (bytes: Buffer, offset: number): Buffer | null => {
  if (offset + 2 > bytes.length) return null
  const length = bytes.readUInt16BE(offset)
  return length < 2 || offset + length > bytes.length ? null : bytes.subarray(offset + 2, offset + length)
}

type Frame = {
  readonly width: number
  readonly height: number
  readonly components: number
  readonly maxScans: number
}

const frameOf = (content: Buffer, isProgressive: boolean): Frame | { error: PhotoError } => {
  if (content.length < 6) return { error: 'damaged' }
  const precision = content.readUInt8(0)
  const height = content.readUInt16BE(1)
  const width = content.readUInt16BE(3)
  const components = content.readUInt8(5)
  if (content.length !== 6 + 3 * components) return { error: 'damaged' }
  const sampling = Array.from({ length: components }, (_, index) => content[7 + 3 * index] ?? 0)
  if (width === 0 || height === 0 || precision !== 8 || !isUsualSampling(sampling))
    return { error: 'unusual' }
  if (width * height > photoMaxPixels) return { error: 'too-many-pixels' }
  return { width, height, components, maxScans: isProgressive ? maxScans : components }
}

/** Gray, or three components of which the first has the highest resolution. */
const isUsualSampling = ([first = 0, ...others]: readonly number[]): boolean =>
  (others.length === 0 || others.length === 2) &&
  isFactor(first >> 4) &&
  isFactor(first & 15) &&
  others.every((other) => isFactorWithin(other >> 4, first >> 4) && isFactorWithin(other & 15, first & 15))

const isFactor = (value: number): boolean => value === 1 || value === 2 || value === 4
const isFactorWithin = (value: number, max: number): boolean => isFactor(value) && value <= max

const scanError = (content: Buffer, frame: Frame | null, scans: number): PhotoError | null => {
  const components = content[0] ?? 0
  if (!frame || components === 0 || content.length !== 4 + 2 * components) return 'damaged'
  return components > frame.components || scans > frame.maxScans ? 'unusual' : null
}

/** The position of the first marker after a scan's data, which contains restart markers and stuffed bytes. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let offset = bytes.indexOf(0xff, from); offset >= 0; offset = bytes.indexOf(0xff, offset)) {
    const next = bytes[offset + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return offset
    offset += next === 0xff ? 1 : 2
  }
  return bytes.length
}
