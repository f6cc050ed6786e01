import { expand, padDigits, runRounds } from './salted-hash.ts'
import type { SaltedHash } from './salted-hash.ts'

/**
 * Searches `thousands` × 1000 numbers, starting at 1000 × `first`, which is at least 1. Returns a number such
 * that it or one of the next three has a digest with the expected last word, or -1.
 */
export type ThousandSearch = (first: number, thousands: number) => number

/** The digest's last word is known after this many rounds. */
const lastWordRounds = 61

/**
 * The search without WebAssembly. As in the WebAssembly search, everything before the last three digits is computed
 * once per thousand, and only one word is compared.
 * @param expectedWord the last word of the target digest
 */
export const createPlainSearch = (salted: SaltedHash, expectedWord: number): ThousandSearch => {
  const words = new Int32Array(64)
  const before = new Int32Array(8)
  const state = new Int32Array(8)
  const target = (expectedWord - salted.midstate[7]!) | 0

  const searchThousand = (thousand: number): number => {
    const prefix = String(thousand)
    const digitsOffset = (salted.saltBytes % 64) + prefix.length
    const firstWord = digitsOffset >> 2
    const shift = 40 - 8 * (digitsOffset & 3)
    words.set(padDigits(salted, prefix, 3))
    const frontWord = words[firstWord]!
    const backWord = words[firstWord + 1]!
    before.set(salted.midstate)
    runRounds(before, words, 0, firstWord)
    for (let last = 0; last < 1000; last += 1) {
      const digits = 0x303030 | (((last / 100) | 0) << 16) | ((((last / 10) | 0) % 10) << 8) | (last % 10)
      words[firstWord] = frontWord | (shift >= 32 ? digits << (shift - 32) : digits >>> (32 - shift))
      words[firstWord + 1] = backWord | (shift >= 32 ? 0 : digits << shift)
      expand(words, lastWordRounds)
      state.set(before)
      runRounds(state, words, firstWord, lastWordRounds)
      if (state[4] === target) return last
    }
    return -1
  }

  return (first, thousands) => {
    for (let thousand = first; thousand < first + thousands; thousand += 1) {
      const last = searchThousand(thousand)
      if (last >= 0) return thousand * 1000 + last
    }
    return -1
  }
}
