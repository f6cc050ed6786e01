import { createHash, createHmac, createSecretKey } from 'node:crypto'
import type { DeckHash } from '@clube/contract/scratch-card/deck-hash.ts'

/** Node's hash functions for the rules of decks. */
export const nodeHash: DeckHash = {
  sha256: (parts) => {
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part)
    return hash.digest()
  },
  // A key object: with the bytes of a key, Node takes several times as long.
  hmacSha256: (key, message) => createHmac('sha256', createSecretKey(key)).update(message).digest(),
}
