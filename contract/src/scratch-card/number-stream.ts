import type { DeckHash } from './deck-hash.ts'

/** Pseudorandom numbers determined by a seed. */
export type Numbers = {
  /** A uniformly distributed integer from 0 up to, not including, `limit`, which is at most 2^32. */
  readonly below: (limit: number) => number
}

const label = 'clube-scratch-deck-1 shuffle'
const numbersPerBlock = 8
const range = 2 ** 32

/** HMAC-SHA-256 in counter mode, with rejection sampling. */
export const createNumbers = (hash: Pick<DeckHash, 'hmacSha256'>, seed: Uint8Array): Numbers => {
  const encoder = new TextEncoder()
  let block: DataView = new DataView(new ArrayBuffer(0))
  let blocks = 0
  let used = numbersPerBlock

  const next = (): number => {
    if (used === numbersPerBlock) {
      const bytes = hash.hmacSha256(seed, encoder.encode(`${label} ${blocks}`))
      block = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      blocks += 1
      used = 0
    }
    const number = block.getUint32(4 * used)
    used += 1
    return number
  }

  return {
    below: (limit) => {
      const accepted = range - (range % limit)
      let number = next()
      while (number >= accepted) number = next()
      return number % limit
    },
  }
}

/** Fisher–Yates, in place, from the last index down. */
export const shuffle = (items: { readonly length: number; [index: number]: number }, numbers: Numbers) => {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = numbers.below(last + 1)
    const item = items[last]!
    items[last] = items[other]!
    items[other] = item
  }
}
