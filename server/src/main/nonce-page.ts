import { constants, crc32, deflateRawSync, gunzipSync } from 'node:zlib'

/** A page that contains another nonce in every response. */
export type NoncePage = {
  readonly html: (nonce: string) => string
  /** Compressed with gzip; null for a page that cannot be compressed in advance. */
  readonly gzip: ((nonce: string) => Buffer) | null
}

/** Random bytes of a nonce, without padding in base64. */
export const nonceBytes = 18
const nonceLength = (nonceBytes * 4) / 3

/** Stands for the nonce in a page: control characters, no three of which follow each other anywhere else in a page. */
export const noncePlaceholder = String.fromCharCode(
  ...Array.from({ length: nonceLength }, (_, index) => index + 1),
)

/** Method deflate, no file name and no time (RFC 1952). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255])
/** An uncompressed block of the length of a nonce, not the last one (RFC 1951 §3.2.4). */
const storedBlock = Buffer.from([0, nonceLength, 0, ~nonceLength, 0xff])

/**
 * Prepares a page in which `noncePlaceholder` stands for the nonce, so that it is compressed once and not for every response:
 * the first nonce is an uncompressed block between two compressed parts, and each later one is a reference back to it,
 * which a browser resolves to the nonce that it received. A compressed page contains no attacker-controlled text, so its
 * length reveals nothing.
 */
export const prepareNoncePage = (page: string): NoncePage => {
  const html = (nonce: string) => page.replaceAll(noncePlaceholder, nonce)
  const [beforeNonce = '', ...afterNonces] = page.split(noncePlaceholder)
  const start = Buffer.concat([
    gzipHeader,
    deflateRawSync(beforeNonce, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }),
    storedBlock,
  ])
  const rest = deflateRawSync(afterNonces.join(noncePlaceholder), {
    level: 9,
    dictionary: Buffer.from(beforeNonce + noncePlaceholder),
  })
  const gzip = (nonce: string): Buffer => {
    const text = Buffer.from(html(nonce))
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(crc32(text))
    trailer.writeUInt32LE(text.length, 4)
    return Buffer.concat([start, Buffer.from(nonce), rest, trailer])
  }
  return { html, gzip: isExact({ html, gzip }) ? gzip : null }
}

/** Whether every nonce is a reference, which the compressor does not promise: the checksum is wrong otherwise. */
const isExact = ({
  html,
  gzip,
}: {
  html: (nonce: string) => string
  gzip: (nonce: string) => Buffer
}): boolean => {
  const nonce = '0'.repeat(nonceLength)
  try {
    return gunzipSync(gzip(nonce)).toString() === html(nonce)
  } catch {
    return false
  }
}
