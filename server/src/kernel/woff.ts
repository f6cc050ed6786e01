import { inflateSync } from 'node:zlib'

/** Converts a WOFF 1.0 font to OpenType, once, because the PDF library would decompress it slowly for each document. */
export const fontOfWoff = (woff: Buffer): Buffer => {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('The file is not a WOFF font')
  const count = woff.readUInt16BE(12)
  const header = Buffer.alloc(12 + 16 * count)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  const power = Math.floor(Math.log2(count))
  header.writeUInt16BE(16 * 2 ** power, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE(16 * count - 16 * 2 ** power, 10)
  const parts: Uint8Array[] = [header]
  let end = header.length
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + 20 * index
    const offset = woff.readUInt32BE(entry + 4)
    const storedLength = woff.readUInt32BE(entry + 8)
    const length = woff.readUInt32BE(entry + 12)
    const stored = woff.subarray(offset, offset + storedLength)
    const table = storedLength < length ? inflateSync(stored) : stored
    const record = 12 + 16 * index
    woff.copy(header, record, entry, entry + 4)
    woff.copy(header, record + 4, entry + 16, entry + 20)
    header.writeUInt32BE(end, record + 8)
    header.writeUInt32BE(length, record + 12)
    parts.push(table, Buffer.alloc(-length & 3))
    end += length + (-length & 3)
  }
  return Buffer.concat(parts)
}
