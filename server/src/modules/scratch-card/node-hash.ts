import { createHash, createHmac, createSecretKey, hash } from 'node:crypto'
import type { DeckHash } from '@clube/contract/scratch-card/deck-hash.ts'

/** Longer than a line of the chain with its previous head. */
const buffer = Buffer.alloc(512)

/** Node's hash functions for the rules of decks. */
export const nodeHash: DeckHash = {
  sha256: (parts) => {
    const whole = createHash('sha256')
    for (const part of parts) whole.update(part)
    return whole.digest()
  },
  // A key object: with the bytes of a key, Node takes several times as long.
  hmacSha256: (key, message) => createHmac('sha256', createSecretKey(key)).update(message).digest(),
  // One call for the whole message, since it runs for each draw while the deck is locked.
  sha256HexOf: (hexPrefix, ascii) => {
    const start = hexPrefix.length / 2
    const length = start + ascii.length
    const message = length <= buffer.length ? buffer.subarray(0, length) : Buffer.alloc(length)
    message.write(hexPrefix, 0, 'hex')
    message.write(ascii, start, 'latin1')
    return hash('sha256', message, 'hex')
  },
}
