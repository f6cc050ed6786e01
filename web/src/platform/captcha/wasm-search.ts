import type { ThousandSearch } from './plain-search.ts'
import { roundConstants } from './salted-hash.ts'
import type { SaltedHash } from './salted-hash.ts'

type SearchModule = {
  readonly memory: WebAssembly.Memory
  readonly prepareSalt: (saltBytes: number) => void
  readonly search: (first: number, thousands: number, expectedWord: number) => number
}

/** Offsets in the module's memory, in words; `assembly/layout.ts` has them in bytes. */
const midstateOffset = 1024 / 4
const tailOffset = 1056 / 4
const roundsOffset = 1152 / 4

/**
 * The search in WebAssembly SIMD. `null` where the engine has no SIMD or no WebAssembly, or where the worker's
 * content security policy forbids it: the plain search is used then.
 * @param expectedWord the last word of the target digest
 */
export const createWasmSearch = (
  bytes: Uint8Array<ArrayBuffer>,
  salted: SaltedHash,
  expectedWord: number,
): ThousandSearch | null => {
  const module = instantiate(bytes)
  if (!module) return null
  const words = new Int32Array(module.memory.buffer)
  words.set(salted.midstate, midstateOffset)
  words.set(salted.tail, tailOffset)
  words.set(roundConstants, roundsOffset)
  module.prepareSalt(salted.saltBytes)
  const target = (expectedWord - salted.midstate[7]!) | 0
  return (first, thousands) => module.search(first, thousands, target)
}

const instantiate = (bytes: Uint8Array<ArrayBuffer>): SearchModule | null => {
  try {
    // Our own module: `assembly/search.ts` exports exactly these.
    return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as unknown as SearchModule
  } catch {
    return null
  }
}
