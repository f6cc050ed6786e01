import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** The file is neither a census CSV nor a JSON dump; the message explains what is expected. */
export class AddressFileError extends Error {
  override name = 'AddressFileError'
}

/** One record of the file. `text` is null when it is too long. */
export type FileRecord = {
  readonly text: string | null
  /** Offset after the record, from which reading resumes. */
  readonly end: number
}

/** Maximum record length, so that a file without line breaks does not exhaust memory. */
const maxRecordBytes = 64 * 1024
/** Bytes at the start and end of a file that are hashed to identify it. */
const sampleBytes = 1024 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })
const latin1 = new TextDecoder('latin1')

/** Census files use both encodings; text that is not valid UTF-8 is Latin-1. */
function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return latin1.decode(bytes)
  }
}

/** A file's identity (size, start and end) and format, independent of its name. */
export async function inspectFile(path: string): Promise<{
  fingerprint: string
  bytes: number
  format: 'lines' | 'objects'
}> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const hash = createHash('sha256').update(String(size))
    const sample = Buffer.alloc(Math.min(size, sampleBytes))
    await file.read(sample, 0, sample.length, 0)
    hash.update(sample)
    const first = /\S/.exec(sample.toString('utf8', 0, 1024).replace('\ufeff', ''))?.[0]
    await file.read(sample, 0, sample.length, size - sample.length)
    hash.update(sample)
    const format = first === '{' || first === '[' ? 'objects' : 'lines'
    return { fingerprint: hash.digest('hex'), bytes: size, format }
  } finally {
    await file.close()
  }
}

/** Reads a file's lines from an offset. */
export async function* readLines(path: string, start: number): AsyncGenerator<FileRecord> {
  const collected = new RecordBuffer()
  let end = start
  for await (const chunk of chunksOf(path, start)) {
    let from = 0
    for (let offset = chunk.indexOf(10); offset >= 0; offset = chunk.indexOf(10, from)) {
      collected.add(chunk.subarray(from, offset))
      end += offset + 1 - from
      yield { text: collected.take(), end }
      from = offset + 1
    }
    collected.add(chunk.subarray(from))
    end += chunk.length - from
  }
  if (!collected.isEmpty) yield { text: collected.take(), end }
}

const quote = 0x22
const backslash = 0x5c
const openingBrace = 0x7b
const closingBrace = 0x7d

/** Reads the top-level objects of a JSON file from an offset: a list or a sequence. */
export async function* readObjects(path: string, start: number): AsyncGenerator<FileRecord> {
  const collected = new RecordBuffer()
  let depth = 0
  let isInString = false
  let isEscaped = false
  let chunkStart = start
  for await (const chunk of chunksOf(path, start)) {
    let from = 0
    for (let offset = 0; offset < chunk.length; offset++) {
      const byte = chunk[offset]
      if (isEscaped) isEscaped = false
      else if (isInString) {
        if (byte === backslash) isEscaped = true
        else if (byte === quote) isInString = false
      } else if (byte === openingBrace) {
        if (depth === 0) from = offset
        depth += 1
      } else if (depth > 0 && byte === quote) isInString = true
      else if (depth > 0 && byte === closingBrace) {
        depth -= 1
        if (depth === 0) {
          collected.add(chunk.subarray(from, offset + 1))
          yield { text: collected.take(), end: chunkStart + offset + 1 }
        }
      }
    }
    if (depth > 0) collected.add(chunk.subarray(from))
    chunkStart += chunk.length
  }
  // The file ends inside an object.
  if (depth > 0) yield { text: collected.take(), end: chunkStart }
}

async function* chunksOf(path: string, start: number): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { start })) {
    if (Buffer.isBuffer(chunk)) yield chunk
  }
}

/** Collects the bytes of one record and discards them beyond the maximum length. */
class RecordBuffer {
  #parts: Uint8Array[] = []
  #bytes = 0

  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  add(part: Uint8Array): void {
    this.#bytes += part.length
    if (this.#bytes <= maxRecordBytes) this.#parts.push(part)
    else this.#parts = []
  }

  take(): string | null {
    const text = this.#bytes <= maxRecordBytes ? decode(Buffer.concat(this.#parts)) : null
    this.#parts = []
    this.#bytes = 0
    return text
  }
}
