import type { DeckHash } from '@clube/contract/scratch-card/deck-hash.ts'
import { expand, initialState, runRounds } from '../../../platform/captcha/salted-hash.ts'

const blockBytes = 64
const lengthBytes = 8
const digestBytes = 32

const words = new Int32Array(64)
const next = new Int32Array(8)

/** SHA-256 of a padded message. */
const digestOf = (padded: Uint8Array): Uint8Array => {
  const view = new DataView(padded.buffer)
  const state = Int32Array.from(initialState)
  for (let offset = 0; offset < padded.length; offset += blockBytes) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(offset + 4 * i)
    expand(words, 64)
    next.set(state)
    runRounds(next, words, 0, 64)
    for (let i = 0; i < 8; i += 1) state[i] = state[i]! + next[i]!
  }
  const digest = new Uint8Array(digestBytes)
  const digestView = new DataView(digest.buffer)
  state.forEach((word, i) => digestView.setInt32(4 * i, word))
  return digest
}

const sha256: DeckHash['sha256'] = (parts) => {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const blocks = Math.ceil((length + 1 + lengthBytes) / blockBytes)
  const padded = new Uint8Array(blocks * blockBytes)
  let offset = 0
  for (const part of parts) {
    padded.set(part, offset)
    offset += part.length
  }
  padded[length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - lengthBytes, BigInt(length) * 8n)
  return digestOf(padded)
}

/**
 * The hash functions in JavaScript: those of browsers are asynchronous, which costs more than the hash itself for
 * hundreds of thousands of short messages.
 */
export const pureHash: DeckHash = {
  sha256,
  hmacSha256: (key, message) => {
    const block = new Uint8Array(blockBytes)
    block.set(key.length > blockBytes ? sha256([key]) : key)
    const masked = (mask: number) => block.map((byte) => byte ^ mask)
    return sha256([masked(0x5c), sha256([masked(0x36), message])])
  },
}
