import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

/** What a PDF contains. `broken` also means that it cannot be checked. */
export type PdfVerdict = 'plain' | 'active' | 'encrypted' | 'broken'

/** Names that run something, send data, or contain files or forms with programs. */
const activeNames = new Set([
  'JS',
  'JavaScript',
  'AA',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'XFA',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'GoToR',
  'FileAttachment',
  'Rendition',
  'Movie',
  'Sound',
])

/** Bounds of the objects and object streams of a file. */
const maxObjects = 500_000
const maxObjectStreams = 2_000
const maxHeaderBytes = 1024 * 1024
const maxOpenActions = 100
/** Bytes of dictionaries that are read again to find actions. */
const maxReadBytes = 4 * 1024 * 1024
const maxInflatedBytes = 32 * 1024 * 1024
/** Objects and nested arrays and dictionaries. */
const maxDepth = 100

const knownVersion = /^%PDF-(1\.[0-7]|2\.0)[\r\n]/

const inflateAsync = promisify(inflate)

/** The types of actions. Only `GoTo`, which shows a page of the same file, may run when a file opens. */
const actionTypes = new Set([
  'GoTo',
  'GoToDp',
  'GoTo3DView',
  'Thread',
  'URI',
  'Hide',
  'Named',
  'ResetForm',
  'SetOCGState',
  'SetState',
  'NOP',
  'Trans',
  'RichMediaExecute',
])

/** Whether a file begins as a PDF; viewers accept up to 1,024 other bytes before it, which is refused here. */
export const isPdf = (file: Uint8Array): boolean => Buffer.from('%PDF-').equals(file.subarray(0, 5))

/**
 * Checks every object of a PDF, also those in object streams and those that the cross-reference table does not list: viewers
 * find objects in other ways than by that table, and an older version of an object remains in the file. What a file does when it
 * opens may only be to show one of its pages, as word processors and scanners write it.
 */
export const inspectPdf = async (file: Uint8Array): Promise<PdfVerdict> => {
  if (!knownVersion.test(Buffer.from(file.subarray(0, 16)).toString('latin1'))) return 'broken'
  const found: Found = { names: new Set(), objectStreams: [], objects: [], openActions: [] }
  try {
    scan(Buffer.from(file.buffer, file.byteOffset, file.byteLength), found)
    let left = maxInflatedBytes
    if (found.objectStreams.length > maxObjectStreams) return 'broken'
    for (const { data, first } of found.objectStreams) {
      const bytes = await inflateAsync(data, { maxOutputLength: Math.max(1, left) })
      left -= bytes.length
      for (const at of positionsInStream(bytes, first)) addObject(found, { bytes, at })
      scanTokens(bytes, found, { isTopLevel: false })
    }
    if (found.names.has('Encrypt')) return 'encrypted'
    const isActive = [...found.names].some((name) => activeNames.has(name)) || !opensPlainly(found)
    return isActive ? 'active' : 'plain'
  } catch {
    return 'broken'
  }
}

/** Where a value begins. */
type Place = { readonly bytes: Buffer; readonly at: number }
type Found = {
  readonly names: Set<string>
  readonly objectStreams: { data: Buffer; first: number }[]
  /** The indirect objects. */
  readonly objects: Place[]
  /** The values of what runs when the file opens. */
  readonly openActions: Place[]
}

const addObject = ({ objects }: Found, place: Place): void => {
  if (objects.length >= maxObjects) throw new NotReadable('too many objects')
  objects.push(place)
}

/** Where the objects of an object stream begin: before them are pairs of a number and a position. */
const positionsInStream = (bytes: Buffer, first: number): number[] => {
  if (first > Math.min(bytes.length, maxHeaderBytes)) throw new NotReadable('unusual object stream')
  const header = bytes.toString('latin1', 0, first)
  if (!/^[\d\s\0]*$/.test(header)) throw new NotReadable('unusual object stream')
  return (header.match(/\d+/g) ?? [])
    .filter((_number, index) => index % 2 === 1)
    .map((position) => first + Number(position))
}

/**
 * Whether opening the file only shows a page. If an action is an object of its own, no action of the file that is one may do
 * anything else: which object has which number depends on tables that viewers read differently.
 */
const opensPlainly = ({ openActions, objects }: Found): boolean => {
  if (openActions.length > maxOpenActions) throw new NotReadable('too many actions')
  const read = createReader()
  const values = openActions.map(read)
  if (!values.every((value) => value.kind === 'reference' || isPlainOpening(value))) return false
  if (values.every((value) => value.kind !== 'reference')) return true
  return objects.every((place) => {
    // An action is a dictionary.
    if (!startsWith(place.bytes, skipBlank(place.bytes, place.at), '<<')) return true
    const value = read(place)
    return !isAction(value) || isPlainOpening(value)
  })
}

/** A value as far as the check of actions needs it. */
type Value =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'array'; readonly items: readonly Value[] }
  | { readonly kind: 'dictionary'; readonly entries: readonly (readonly [key: string, value: Value])[] }
  | { readonly kind: 'reference' | 'string' | 'number' | 'null' | 'other' }

const isAction = (value: Value): boolean =>
  value.kind === 'dictionary' &&
  value.entries.some(([key, type]) => key === 'S' && (type.kind !== 'name' || actionTypes.has(type.name)))

/** Nothing, a page, or an action that only goes to one; no further keys, since `Next` names another action. */
const isPlainOpening = (value: Value): boolean => {
  if (value.kind === 'null') return true
  if (value.kind === 'array') return isDestination(value)
  return (
    value.kind === 'dictionary' &&
    value.entries.some(([key]) => key === 'S') &&
    value.entries.every(([key, entry]) => {
      switch (key) {
        case 'Type':
          return entry.kind === 'name'
        case 'S':
          return entry.kind === 'name' && entry.name === 'GoTo'
        case 'D':
        case 'SD':
          return entry.kind === 'name' || entry.kind === 'string' || isDestination(entry)
        default:
          return false
      }
    })
  )
}

const isDestination = (value: Value): boolean =>
  value.kind === 'array' &&
  value.items.every(({ kind }) => ['reference', 'number', 'name', 'null'].includes(kind))

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
  /** `unusual`: a reference, or several values, of which viewers choose one. */
  first: number | 'unusual' | null
  filters: string[]
  /** How often filters are stated: viewers choose one, which may be an object that is not read here. */
  filterKeys: number
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
      if (name === 'OpenAction') found.openActions.push({ bytes, at })
      if (dictionary) noteName(dictionary, name)
    } else if (startsWith(bytes, at, '<<')) {
      if (open.length >= maxDepth) throw new NotReadable('too deep')
      if (dictionary) dictionary.key = null
      open.push({ key: null, type: null, first: null, filters: [], filterKeys: 0, hasParameters: false })
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
      } else if (dictionary?.key === 'First')
        dictionary.first = dictionary.first === null && /^\d{1,8}$/.test(word) ? Number(word) : 'unusual'
      else if (word === 'obj' || word === 'endobj') {
        if (word === 'obj') addObject(found, { bytes, at })
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
  } else {
    dictionary.key = name
    if (name === 'Filter' || name === 'F') dictionary.filterKeys += 1
    // Also those of another object.
    if (name === 'DecodeParms' || name === 'DP') dictionary.hasParameters = true
  }
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
  // Not every viewer reads the type.
  if (dictionary && (dictionary.type === 'ObjStm' || dictionary.first !== null)) {
    const { filters, filterKeys, hasParameters } = dictionary
    // Other filters and predictors are allowed, but no usual program writes object streams with them.
    if (filterKeys !== 1 || filters.length !== 1 || filters[0] !== 'FlateDecode' || hasParameters)
      throw new NotReadable('unusual object stream')
    if (typeof dictionary.first !== 'number') throw new NotReadable('unusual object stream')
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

/** Reads values, together not more than `maxReadBytes`: positions of objects may overlap. @throws {NotReadable} */
const createReader = () => {
  let left = maxReadBytes
  return ({ bytes, at }: Place): Value => {
    const { value, end } = readNext(bytes, at, 0)
    left -= end - at
    if (left < 0) throw new NotReadable('overlapping objects')
    return value
  }
}

/** The next value, with the position after it. A closing bracket is `other`. */
const readNext = (bytes: Buffer, from: number, depth: number): { value: Value; end: number } => {
  if (depth > maxDepth) throw new NotReadable('too deep')
  const at = skipBlank(bytes, from)
  const byte = bytes[at]
  if (byte === code.open) return { value: { kind: 'string' }, end: endOfString(bytes, at) }
  if (byte === code.slash) {
    const { name, end } = readName(bytes, at + 1)
    return { value: { kind: 'name', name }, end }
  }
  if (startsWith(bytes, at, '<<')) {
    const { items, end } = readUntil(bytes, at + 2, { close: '>>', depth })
    const entries = items.flatMap((value, index) => {
      const key = items[index - 1]
      return index % 2 === 1 && key ? [[key.kind === 'name' ? key.name : '', value] as const] : []
    })
    return { value: items.length % 2 === 0 ? { kind: 'dictionary', entries } : { kind: 'other' }, end }
  }
  if (byte === 0x3c) {
    const end = bytes.indexOf('>', at)
    if (end === -1) throw new NotReadable('open string')
    return { value: { kind: 'string' }, end: end + 1 }
  }
  if (byte === 0x5b) {
    const { items, end } = readUntil(bytes, at + 1, { close: ']', depth })
    return { value: { kind: 'array', items }, end }
  }
  let end = at
  while (isRegular(bytes[end])) end += 1
  if (end === at) return { value: { kind: 'other' }, end: at + 1 }
  const reference = endOfReference(bytes, at)
  if (reference !== null) return { value: { kind: 'reference' }, end: reference }
  const word = bytes.toString('latin1', at, Math.min(end, at + 40))
  if (word === 'null') return { value: { kind: 'null' }, end }
  return { value: { kind: /^[+-]?(\d+\.?\d*|\.\d+)$/.test(word) ? 'number' : 'other' }, end }
}

/** The position after two numbers and `R`; null for anything else. */
const endOfReference = (bytes: Buffer, from: number): number | null => {
  let at = from
  for (let number = 0; number < 2; number += 1) {
    const digits = at
    while (isDigit(bytes[at])) at += 1
    if (at === digits || !isBlank(bytes[at])) return null
    while (isBlank(bytes[at])) at += 1
  }
  return bytes[at] === 0x52 && !isRegular(bytes[at + 1]) ? at + 1 : null
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39
const isBlank = (byte: number | undefined): boolean => byte !== undefined && whitespace.has(byte)

const readUntil = (
  bytes: Buffer,
  from: number,
  { close, depth }: { close: '>>' | ']'; depth: number },
): { items: Value[]; end: number } => {
  const items: Value[] = []
  let at = skipBlank(bytes, from)
  while (at < bytes.length) {
    const isClosed = close === ']' ? bytes[at] === 0x5d : startsWith(bytes, at, close)
    if (isClosed) return { items, end: at + close.length }
    const { value, end } = readNext(bytes, at, depth + 1)
    items.push(value)
    at = skipBlank(bytes, end)
  }
  throw new NotReadable('open value')
}

/** The position after white space and comments. */
const skipBlank = (bytes: Buffer, from: number): number => {
  let at = from
  for (;;) {
    const byte = bytes[at]
    if (byte === code.percent) at = endOfLine(bytes, at)
    else if (isBlank(byte)) at += 1
    else return at
  }
}
