import { expand, initialState, runRounds } from '../../../platform/captcha/salted-hash.ts'

const blockBytes = 64
const lengthBytes = 8
/** How much of a file is in memory at a time: a multiple of a block. */
const readBytes = 4 * 1024 * 1024

/** Adds full blocks to the state of a SHA-256, in place. */
function addBlocks(state: Int32Array, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const words = new Int32Array(blockBytes)
  const next = new Int32Array(state.length)
  for (let offset = 0; offset < bytes.length; offset += blockBytes) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(offset + 4 * i)
    expand(words, words.length)
    next.set(state)
    runRounds(next, words, 0, words.length)
    for (let i = 0; i < state.length; i += 1) state[i] = state[i]! + next[i]!
  }
}

/** The last bytes of a message of `length` bytes, padded to full blocks. */
function padded(rest: Uint8Array, length: number): Uint8Array {
  const blocks = Math.ceil((rest.length + 1 + lengthBytes) / blockBytes)
  const bytes = new Uint8Array(blocks * blockBytes)
  bytes.set(rest)
  bytes[rest.length] = 0x80
  new DataView(bytes.buffer).setBigUint64(bytes.length - lengthBytes, BigInt(length) * 8n)
  return bytes
}

type HashOptions = {
  /** Called with the fraction that was read, 0 to 1. */
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
}

/**
 * The SHA-256 of a file in hexadecimal, read in pieces: the browser's own function needs the whole file in memory, and is
 * missing on plain http.
 * @throws when the file cannot be read or the signal is aborted
 */
export async function sha256OfFile(file: Blob, { onProgress, signal }: HashOptions = {}): Promise<string> {
  const state = Int32Array.from(initialState)
  let rest = new Uint8Array()
  for (let offset = 0; offset < file.size; offset += readBytes) {
    signal?.throwIfAborted()
    const bytes = new Uint8Array(await file.slice(offset, offset + readBytes).arrayBuffer())
    const full = bytes.length - (bytes.length % blockBytes)
    addBlocks(state, bytes.subarray(0, full))
    rest = bytes.slice(full)
    onProgress?.((offset + bytes.length) / file.size)
  }
  addBlocks(state, padded(rest, file.size))
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
