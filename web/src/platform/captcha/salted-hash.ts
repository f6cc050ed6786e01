/** The partially hashed salt of a challenge: every attempt continues from here. */
export type SaltedHash = {
  /** Length of the salt in bytes of UTF-8. */
  readonly saltBytes: number
  /** State after the salt's full blocks of 64 bytes. */
  readonly midstate: Int32Array
  /** The rest of the salt, as 16 big-endian words padded with zeros. */
  readonly tail: Int32Array
}

const blockBytes = 64
const lengthBytes = 8

// FIPS 180-4 defines both tables as fractions of roots of the first primes; computing them is shorter than copying.
const primes: number[] = []
for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0

/** The 64 round constants of SHA-256. */
export const roundConstants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
/** The initial state of SHA-256. */
export const initialState = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** Fills words 16 to `count` of the message schedule from the first 16. */
export const expand = (words: Int32Array, count: number): void => {
  for (let i = 16; i < count; i += 1) {
    const early = words[i - 15]!
    const late = words[i - 2]!
    const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words[i] = words[i - 16]! + sigma0 + words[i - 7]! + sigma1
  }
}

/** Runs the rounds from `first` up to, not including, `end` on a state of 8 words, in place. */
export const runRounds = (state: Int32Array, words: Int32Array, first: number, end: number): void => {
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let i = first; i < end; i += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const temp1 = (h + sum1 + (g ^ (e & (f ^ g))) + roundConstants[i]! + words[i]!) | 0
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const temp2 = sum0 + (((a ^ b) & (b ^ c)) ^ b)
    h = g
    g = f
    f = e
    e = (d + temp1) | 0
    d = c
    c = b
    b = a
    a = (temp1 + temp2) | 0
  }
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
  state[4] = e
  state[5] = f
  state[6] = g
  state[7] = h
}

const hashBlock = (state: Int32Array, block: Int32Array): Int32Array => {
  const words = new Int32Array(64)
  words.set(block)
  expand(words, 64)
  const next = Int32Array.from(state)
  runRounds(next, words, 0, 64)
  return next.map((word, i) => word + state[i]!)
}

const wordsOf = (bytes: Uint8Array): Int32Array => {
  const words = new Int32Array(bytes.length / 4)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let i = 0; i < words.length; i += 1) words[i] = view.getInt32(4 * i)
  return words
}

/** Hashes the full blocks of a salt, once per challenge. */
export const absorbSalt = (salt: string): SaltedHash => {
  const bytes = new TextEncoder().encode(salt)
  const full = bytes.length - (bytes.length % blockBytes)
  let midstate: Int32Array = initialState
  for (let offset = 0; offset < full; offset += blockBytes)
    midstate = hashBlock(midstate, wordsOf(bytes.slice(offset, offset + blockBytes)))
  const rest = new Uint8Array(blockBytes)
  rest.set(bytes.subarray(full))
  return { saltBytes: bytes.length, midstate, tail: wordsOf(rest) }
}

/** Whether salt, `digits` and padding fit into the salt's last block. */
export const fitsLastBlock = (salted: SaltedHash, digits: number): boolean =>
  (salted.saltBytes % blockBytes) + digits + 1 + lengthBytes <= blockBytes

/**
 * The padded block of salt and digits; `blanks` further digits stay zero bytes, to be filled in later.
 * Two blocks if they do not fit into one.
 */
export const padDigits = (salted: SaltedHash, digits: string, blanks = 0): Int32Array => {
  const length = digits.length + blanks
  const words = new Int32Array(fitsLastBlock(salted, length) ? 16 : 32)
  words.set(salted.tail)
  const put = (offset: number, byte: number) => {
    words[offset >> 2] = words[offset >> 2]! | (byte << (24 - 8 * (offset & 3)))
  }
  const start = salted.saltBytes % blockBytes
  for (let i = 0; i < digits.length; i += 1) put(start + i, digits.charCodeAt(i))
  put(start + length, 0x80)
  words[words.length - 1] = (salted.saltBytes + length) * 8
  return words
}

/** SHA-256(salt + number) as 8 words: verifies a match, and covers numbers outside the fast path. */
export const digestOf = (salted: SaltedHash, number: number): Int32Array => {
  const words = padDigits(salted, String(number))
  let state: Int32Array = salted.midstate
  for (let offset = 0; offset < words.length; offset += 16)
    state = hashBlock(state, words.subarray(offset, offset + 16))
  return state
}

/** Parses 64 hex digits as the 8 words of a digest. */
export const readDigest = (hex: string): Int32Array =>
  Int32Array.from({ length: 8 }, (_, i) => Number.parseInt(hex.slice(8 * i, 8 * i + 8), 16) | 0)
