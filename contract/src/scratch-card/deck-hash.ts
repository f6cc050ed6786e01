/** The hash functions of decks: Node's on the server, an implementation in JavaScript on the public page. */
export type DeckHash = {
  /** SHA-256 of the concatenated parts. */
  readonly sha256: (parts: readonly Uint8Array[]) => Uint8Array
  readonly hmacSha256: (key: Uint8Array, message: Uint8Array) => Uint8Array
  /** SHA-256 of bytes in hexadecimal, followed by ASCII text; in hexadecimal. Optional: only where it is faster. */
  readonly sha256HexOf?: (hexPrefix: string, ascii: string) => string
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Bytes as hexadecimal digits in lower case. */
export const toHex = (bytes: Uint8Array): string => {
  let hex = ''
  for (const byte of bytes) hex += hexOfByte[byte]
  return hex
}

/** Bytes of an even number of hexadecimal digits. */
export const fromHex = (hex: string): Uint8Array => {
  const bytes = new Uint8Array(hex.length / 2)
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)
  return bytes
}

/** SHA-256 of the bytes of hexadecimal digits, followed by ASCII text, in hexadecimal. */
export const sha256OfHexAndText = (hash: DeckHash, hex: string, ascii: string): string =>
  hash.sha256HexOf?.(hex, ascii) ?? sha256Hex(hash, fromHex(hex), ascii)

/** SHA-256 of the concatenated parts, strings as UTF-8, in hexadecimal. */
export const sha256Hex = ({ sha256 }: Pick<DeckHash, 'sha256'>, ...parts: (Uint8Array | string)[]): string =>
  toHex(sha256(parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part))))
