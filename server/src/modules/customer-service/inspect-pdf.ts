import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

/** What a PDF contains. `broken` also means that it cannot be checked. */
export type PdfVerdict = 'plain' | 'active' | 'encrypted' | 'broken'

/** Names that run something, send data, or contain files or forms with programs. */
const activeNames = new Set([
  'JS',
  'JavaScript',
  'OpenAction',
  'AA',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'XFA',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'Rendition',
  'Movie',
  'Sound',
])

/** Bounds of the object streams of a file. */
const maxObjectStreams = 2_000
const maxInflatedBytes = 32 * 1024 * 1024
/** Objects and nested arrays and dictionaries. */
const maxDepth = 100

const inflateAsync = promisify(inflate)

/** Whether a file begins as a PDF; viewers accept up to 1,024 other bytes before it, which is refused here. */
export const isPdf = (file: Uint8Array): boolean => Buffer.from('%PDF-').equals(file.subarray(0, 5))

/**
 * Checks every object of a PDF, also those in object streams and those that the cross-reference table does not list: viewers
 * find objects in other ways than by that table, and an older version of an object remains in the file.
 */
export const inspectPdf = async (file: Uint8Array): Promise<PdfVerdict> => {
  if (!isPdf(file)) return 'broken'
  const found: Found = { names: new Set(), objectStreams: [] }
  try {
    scan(Buffer.from(file.buffer, file.byteOffset, file.byteLength), found)
    let left = maxInflatedBytes
    if (found.objectStreams.length > maxObjectStreams) return 'broken'
    for (const { data, first } of found.objectStreams) {
      const bytes = await inflateAsync(data, { maxOutputLength: Math.max(1, left) })
      left -= bytes.length
      // The numbers before `first` say where each object begins.
      scanTokens(bytes.subarray(first), found, { isTopLevel: false })
    }
  } catch {
    return 'broken'
  }
  if (found.names.has('Encrypt')) return 'encrypted'
  return [...found.names].some((name) => activeNames.has(name)) ? 'active' : 'plain'
}

type Found = {
  readonly names: Set<string>
  readonly objectStreams: { data: Buffer; first: number }[]
}

class NotReadable extends Error {
  override name = 'NotReadable'
}

const scan = (file: Buffer, found: Found): void => {
  // Nothing of a file without its end can be trusted, and every viewer needs it.
  if (!file.subarray(-2048).includes('%%EOF')) throw new NotReadable('no end')
  scanTokens(file, found, { isTopLevel: true })
}

const whitespace = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20])
const delimiters = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)))
const code = { cr: 0x0d, lf: 0x0a, open: 0x28, close: 0x29, backslash: 0x5c, slash: 0x2f, percent: 0x25 }
const isRegular = (byte: number | undefined): byte is number =>
  byte !== undefined && !whitespace.has(byte) && !delimiters.has(byte)

/**
 * An object or trailer inside of a string, a comment or the data of a stream is read by viewers that start at a given
 * position, but not here.
 */
const hiddenObject = /\d\s+\d+\s+obj\b|\btrailer\b/

/** A dictionary that is being read, as far as streams need it. */
type Dictionary = {
  key: string | null
  type: string | null
  first: number | null
  filters: string[]
  hasParameters: boolean
}

const scanTokens = (bytes: Buffer, found: Found, { isTopLevel }: { isTopLevel: boolean }): void => {
  const open: (Dictionary | null)[] = []
  let last: Dictionary | null = null
  let at = 0
  const skip = (end: number): void => {
    if (hiddenObject.test(bytes.toString('latin1', at, end))) throw new NotReadable('hidden object')
    at = end
  }
  while (at < bytes.length) {
    const byte = bytes[at] as number
    const dictionary = open.at(-1) ?? null
    if (whitespace.has(byte)) at += 1
    else if (byte === code.percent) skip(endOfLine(bytes, at))
    else if (byte === code.open) skip(endOfString(bytes, at))
    else if (byte === code.slash) {
      const { name, end } = readName(bytes, at + 1)
      at = end
      found.names.add(name)
      if (dictionary) noteName(dictionary, name)
    } else if (startsWith(bytes, at, '<<')) {
      if (open.length >= maxDepth) throw new NotReadable('too deep')
      if (dictionary?.key === 'DecodeParms' || dictionary?.key === 'DP') dictionary.hasParameters = true
      if (dictionary) dictionary.key = null
      open.push({ key: null, type: null, first: null, filters: [], hasParameters: false })
      at += 2
    } else if (startsWith(bytes, at, '>>')) {
      last = open.pop() ?? null
      at += 2
    } else if (byte === 0x3c) {
      const end = bytes.indexOf('>', at)
      if (end === -1) throw new NotReadable('open string')
      at = end + 1
      if (dictionary) dictionary.key = null
    } else if (delimiters.has(byte)) at += 1
    else {
      let end = at
      while (isRegular(bytes[end])) end += 1
      const word = bytes.toString('latin1', at, Math.min(end, at + 20))
      at = end
      if (word === 'stream' && isTopLevel && open.length === 0) {
        at = readStream(bytes, { at, dictionary: last, found })
        last = null
      } else if (dictionary?.key === 'First' && /^\d{1,8}$/.test(word)) dictionary.first = Number(word)
      else if (word === 'obj' || word === 'endobj') {
        // A dictionary that is not closed would hide the next objects from the check of streams.
        if (open.length > 0) throw new NotReadable('open dictionary')
        last = null
      }
    }
  }
}

/** Names are keys and values in turn; other values end a key where it matters here. */
const noteName = (dictionary: Dictionary, name: string): void => {
  if (dictionary.key === 'Type') {
    dictionary.type = name
    dictionary.key = null
  } else if ((dictionary.key === 'Filter' || dictionary.key === 'F') && name.endsWith('Decode')) {
    dictionary.filters.push(name)
  } else dictionary.key = name
}

/** Collects the data of an object stream; returns the position after the stream. */
const readStream = (
  bytes: Buffer,
  { at, dictionary, found }: { at: number; dictionary: Dictionary | null; found: Found },
): number => {
  let start = at
  if (bytes[start] === code.cr) start += 1
  if (bytes[start] === code.lf) start += 1
  // The first end, not the one that the dictionary's length announces, which may skip other objects.
  const end = bytes.indexOf('endstream', start)
  if (end === -1) throw new NotReadable('open stream')
  const data = bytes.subarray(start, end)
  if (hiddenObject.test(data.toString('latin1'))) throw new NotReadable('hidden object')
  if (dictionary?.type === 'ObjStm') {
    const [filter] = dictionary.filters
    // Other filters and predictors are allowed, but no usual program writes object streams with them.
    if (dictionary.filters.length !== 1 || filter !== 'FlateDecode' || dictionary.hasParameters)
      throw new NotReadable('unusual object stream')
    if (dictionary.first === null) throw new NotReadable('unusual object stream')
    found.objectStreams.push({ data, first: dictionary.first })
  }
  return end + 'endstream'.length
}

const startsWith = (bytes: Buffer, at: number, text: string): boolean =>
  bytes[at] === text.charCodeAt(0) && bytes[at + 1] === text.charCodeAt(1)

const endOfLine = (bytes: Buffer, at: number): number => {
  let end = at
  while (end < bytes.length && bytes[end] !== code.cr && bytes[end] !== code.lf) end += 1
  return end
}

/** The position after a string in parentheses, which may be nested and escaped. */
const endOfString = (bytes: Buffer, at: number): number => {
  let depth = 0
  for (let end = at; end < bytes.length; end += 1) {
    const byte = bytes[end]
    if (byte === code.backslash) end += 1
    else if (byte === code.open) depth += 1
    else if (byte === code.close) {
      depth -= 1
      if (depth === 0) return end + 1
    }
  }
  throw new NotReadable('open string')
}

/** A name, whose characters may be written as `#xx`. */
const readName = (bytes: Buffer, at: number): { name: string; end: number } => {
  let end = at
  while (isRegular(bytes[end])) end += 1
  const name = bytes
    .toString('latin1', at, Math.min(end, at + 400))
    .replace(/#([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return { name, end }
}
