import { createPlainSearch } from './plain-search.ts'
import { absorbSalt, digestOf, fitsLastBlock, readDigest } from './salted-hash.ts'
import { createWasmSearch } from './wasm-search.ts'

/**
 * One worker's share of a search: the chunks of 2,000 numbers whose index modulo `shares` is `share`. The
 * first share also searches the numbers below 1000, last, because they use the slow path.
 */
export type SearchTask = {
  readonly salt: string
  /** The target digest, as 64 hex digits. */
  readonly challenge: string
  readonly maxnumber: number
  readonly share: number
  readonly shares: number
}

const thousandsPerChunk = 2
const numbersPerChunk = 1000 * thousandsPerChunk
const firstThousand = 1000

/**
 * Searches one share. Yields after every chunk, so that a caller on the page's thread can pause or stop;
 * returns the verified number, or null when the share has none.
 * @param wasm the compiled search; without it, or where it cannot run, plain JavaScript is used
 */
export function* searchShare(
  task: SearchTask,
  wasm: Uint8Array<ArrayBuffer> | null,
): Generator<undefined, number | null> {
  const salted = absorbSalt(task.salt)
  const digest = readDigest(task.challenge)
  const expectedWord = digest[7]!
  const searchThousands =
    (wasm && createWasmSearch(wasm, salted, expectedWord)) ?? createPlainSearch(salted, expectedWord)

  const isSolution = (number: number) => digestOf(salted, number).every((word, i) => word === digest[i])
  const checkEach = (from: number, to: number): number | null => {
    for (let number = from; number <= to; number += 1) if (isSolution(number)) return number
    return null
  }
  const searchChunk = (from: number, to: number): number | null => {
    const thousands = Math.floor((to - from + 1) / 1000)
    if (thousands === 0 || !fitsLastBlock(salted, String(to).length)) return checkEach(from, to)
    const rest = from + 1000 * thousands
    const find = searchThousands(from / 1000, thousands)
    // One word matches by chance once in 4 billion attempts: then the rest of the chunk must still be searched.
    return checkEach(find < 0 ? rest : find, to)
  }

  const stride = numbersPerChunk * task.shares
  for (let from = firstThousand + numbersPerChunk * task.share; from <= task.maxnumber; from += stride) {
    const found = searchChunk(from, Math.min(from + numbersPerChunk - 1, task.maxnumber))
    if (found !== null) return found
    yield
  }
  return task.share === 0 ? checkEach(0, Math.min(firstThousand - 1, task.maxnumber)) : null
}
