import { inflate } from 'node:zlib'
import { promisify } from 'node:util'

const inflateAsync = promisify(inflate)

/** Why a PDF of a customer is rejected. */
export type PdfError = 'not-pdf' | 'encrypted' | 'active' | 'embedded' | 'unusual'

/** Messages for rejected PDFs. */
export const pdfErrorMessages: Readonly<Record<PdfError, string>> = {
  'not-pdf': 'Não conseguimos abrir o PDF. Exporte-o de novo ou envie uma foto.',
  encrypted: 'Este PDF tem senha. Envie um sem senha ou uma foto.',
  active:
    'Este PDF tem programas ou formulários ativos. Exporte-o de novo como PDF simples ou envie uma foto.',
  embedded: 'Este PDF tem outros arquivos dentro dele. Envie um sem anexos.',
  unusual: 'Não conseguimos conferir este PDF. Exporte-o de novo ou envie uma foto.',
}

/**
 * Names of what a plain document does not need. Every action is found by its type, so that an open action that only
 * chooses a page, which most programs write, is accepted.
 */
const forbidden: readonly (readonly [name: string, error: PdfError])[] = [
  ['/Encrypt', 'encrypted'],
  ['/JavaScript', 'active'],
  ['/Launch', 'active'],
  ['/SubmitForm', 'active'],
  ['/ImportData', 'active'],
  ['/Rendition', 'active'],
  ['/RichMedia', 'active'],
  ['/GoToE', 'active'],
  ['/GoToR', 'active'],
  ['/XFA', 'active'],
  ['/EmbeddedFile', 'embedded'],
  ['/FileAttachment', 'embedded'],
  ['/Filespec', 'embedded'],
  // Filters of which a name could be hidden; common programs compress with Flate only.
  ['/ASCIIHexDecode', 'unusual'],
  ['/ASCII85Decode', 'unusual'],
  ['/LZWDecode', 'unusual'],
  ['/RunLengthDecode', 'unusual'],
  ['/Crypt', 'unusual'],
]

/** Most bytes of all decompressed streams, against files that grow without limit. */
const inflatedMaxBytes = 48 * 1024 * 1024
/** Most streams of a file. */
const streamsMax = 4_000
/** The end of the file contains its end marker. */
const trailerBytes = 2048
/** The dictionary of a stream precedes it. */
const dictionaryBytes = 4096

/**
 * Checks a PDF that is kept as it was sent: without encryption, scripts, other actions that leave the document, and
 * embedded files. It does not trust the file's structure, which programs repair in different ways: all bytes are searched,
 * and everything that can be decompressed, with escaped characters of names resolved.
 * @returns null for an acceptable file
 */
export const inspectPdf = async (file: Uint8Array): Promise<PdfError | null> => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (!/^%PDF-(1\.[0-7]|2\.0)[\r\n]/.test(bytes.toString('latin1', 0, 16))) return 'not-pdf'
  if (!bytes.subarray(-trailerBytes).includes('%%EOF')) return 'not-pdf'
  const found = searchNames(bytes)
  if (found) return found
  let left = inflatedMaxBytes
  let streams = 0
  for (const { start, dictionary } of streamsOf(bytes)) {
    if ((streams += 1) > streamsMax) return 'unusual'
    const content = await inflateAt(bytes, start, left)
    if (content === 'too-large') return 'unusual'
    if (content === null) continue
    left -= content.length
    const error = searchStream(content, dictionary)
    if (error) return error
  }
  return null
}

/** Every position after the keyword `stream`, in data as well: a wrong one does not decompress. */
function* streamsOf(bytes: Buffer): Generator<{ start: number; dictionary: string }> {
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') continue
    let start = at + 6
    while (start < bytes.length && [0x20, 0x09, 0x0d].includes(bytes[start] ?? 0)) start += 1
    if (bytes[start] === 0x0a) start += 1
    const dictionary = withoutEscapes(bytes.subarray(Math.max(0, at - dictionaryBytes), at)).toString(
      'latin1',
    )
    yield { start, dictionary: dictionary.slice(dictionary.lastIndexOf(' obj') + 1) }
  }
}

/** What the bytes decompress to, also when their end is missing or damaged; null if they are not compressed. */
const inflateAt = async (
  bytes: Buffer,
  start: number,
  maxBytes: number,
): Promise<Buffer | 'too-large' | null> => {
  const first = bytes[start]
  // The header of zlib: deflate with a window of at most 32 kB.
  if (first === undefined || (first & 0x0f) !== 8 || first >> 4 > 7) return null
  if (((first << 8) | (bytes[start + 1] ?? 0)) % 31 !== 0) return null
  try {
    return await inflateAsync(bytes.subarray(start), {
      finishFlush: 2,
      maxOutputLength: Math.max(1, maxBytes),
    })
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : null
  }
}

/** Searches a decompressed stream, and again with its predictor undone, which hides names. */
const searchStream = (content: Buffer, dictionary: string): PdfError | null => {
  const found = searchNames(content)
  if (found) return found
  if (/\/(DecodeParms|DP)\s*\d+\s+\d+\s+R/.test(dictionary)) return 'unusual'
  const predictor = numberOf(dictionary, 'Predictor') ?? 1
  if (predictor === 1) return null
  if (predictor < 10) return /\/Subtype\s*\/Image/.test(dictionary) ? null : 'unusual'
  const bits =
    (numberOf(dictionary, 'Columns') ?? 1) *
    (numberOf(dictionary, 'Colors') ?? 1) *
    (numberOf(dictionary, 'BitsPerComponent') ?? 8)
  return searchNames(withoutPredictor(content, Math.ceil(bits / 8)))
}

const numberOf = (dictionary: string, key: string): number | null => {
  const match = new RegExp(`/${key}\\s+(\\d{1,6})`).exec(dictionary)
  return match ? Number(match[1]) : null
}

/** Undoes the predictors of PNG that compare with one byte to the left and above. */
const withoutPredictor = (content: Buffer, rowBytes: number): Buffer => {
  const rows = Math.ceil(content.length / (rowBytes + 1))
  const plain = Buffer.alloc(rows * rowBytes)
  for (let row = 0; row < rows; row += 1) {
    const from = row * (rowBytes + 1)
    const type = content[from] ?? 0
    for (let column = 0; column < rowBytes; column += 1) {
      const at = row * rowBytes + column
      const left = column > 0 ? (plain[at - 1] ?? 0) : 0
      const above = row > 0 ? (plain[at - rowBytes] ?? 0) : 0
      const corner = row > 0 && column > 0 ? (plain[at - rowBytes - 1] ?? 0) : 0
      plain[at] = (content[from + 1 + column] ?? 0) + predictionOf(type, left, above, corner)
    }
  }
  return plain
}

const predictionOf = (type: number, left: number, above: number, corner: number): number => {
  if (type === 1) return left
  if (type === 2) return above
  if (type === 3) return (left + above) >> 1
  if (type !== 4) return 0
  const estimate = left + above - corner
  const distances = [left, above, corner].map((each) => Math.abs(estimate - each))
  const least = Math.min(...distances)
  return [left, above, corner][distances.indexOf(least)] ?? 0
}

const searchNames = (bytes: Buffer): PdfError | null => {
  const plain = withoutEscapes(bytes)
  for (const [name, error] of forbidden) {
    if (bytes.includes(name) || plain.includes(name)) return error
  }
  return null
}

/** Resolves `#4a` in names; other bytes after a `#` are unchanged. */
const withoutEscapes = (bytes: Buffer): Buffer => {
  if (!bytes.includes(0x23)) return bytes
  const plain = Buffer.alloc(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    const high = byte === 0x23 ? hexDigit(bytes[at + 1]) : -1
    const low = high >= 0 ? hexDigit(bytes[at + 2]) : -1
    plain[length] = low >= 0 ? high * 16 + low : byte
    if (low >= 0) at += 2
    length += 1
  }
  return plain.subarray(0, length)
}

const hexDigit = (byte: number | undefined): number => {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1
}
