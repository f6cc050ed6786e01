// AssemblyScript. Computations done once per salt and once per thousand numbers, on single words.

import { BACK, FRONT, MIDSTATE, ROUND, ROUND4, STATE4, TAIL, WORD4, WORDS } from './layout'

/** The first word of the last block that the last three digits touch. */
export let firstWord: i32 = 0

let saltBytes: i32 = 0
let tailBytes: i32 = 0
let digitsOffset: i32 = -1

/** Starts with a salt of the given length in bytes; midstate, tail and round constants are already in memory. */
export function prepareSalt(bytes: i32): void {
  saltBytes = bytes
  tailBytes = bytes & 63
  digitsOffset = -1
  for (let i: usize = 0; i < 64; i++) splat(ROUND4 + (i << 4), load<i32>(ROUND + (i << 2)))
}

/** Lays out the block of the numbers from 1000 x `thousand` on; `thousand` is at least 1. */
export function prepareThousand(thousand: i32): void {
  for (let i: usize = 0; i < 64; i += 4) store<i32>(WORDS + i, load<i32>(TAIL + i))
  let digits = 0
  for (let rest = thousand; rest > 0; rest /= 10) digits++
  for (let offset = tailBytes + digits - 1, rest = thousand; rest > 0; rest /= 10, offset--)
    put(WORDS, offset, 48 + (rest % 10))
  const end = tailBytes + digits + 3
  put(WORDS, end, 0x80)
  store<i32>(WORDS, (saltBytes + digits + 3) << 3, 60)

  firstWord = (end - 3) >> 2
  if (((end - 3) & 3) != digitsOffset) layOutDigits((end - 3) & 3)
  for (let i: usize = 0; i < 16; i++) splat(WORD4 + (i << 4), load<i32>(WORDS + (i << 2)))
  runFirstRounds()
}

/** Writes FRONT and BACK for three digits that begin at the byte `offset` of a word. */
function layOutDigits(offset: i32): void {
  digitsOffset = offset
  for (let number = 0; number < 1000; number++) {
    const digits = ((48 + number / 100) << 16) | ((48 + ((number / 10) % 10)) << 8) | (48 + (number % 10))
    const both = (digits as u64) << (40 - 8 * offset)
    const entry = (number as usize) << 2
    store<u32>(FRONT + entry, (both >> 32) as u32)
    store<u32>(BACK + entry, both as u32)
  }
}

/** The rounds before the first changing word; leaves the state in that round's order of variables. */
function runFirstRounds(): void {
  let a = load<i32>(MIDSTATE, 0)
  let b = load<i32>(MIDSTATE, 4)
  let c = load<i32>(MIDSTATE, 8)
  let d = load<i32>(MIDSTATE, 12)
  let e = load<i32>(MIDSTATE, 16)
  let f = load<i32>(MIDSTATE, 20)
  let g = load<i32>(MIDSTATE, 24)
  let h = load<i32>(MIDSTATE, 28)
  for (let i = 0; i < firstWord; i++) {
    const offset = (i as usize) << 2
    const sum1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)
    const temp1 = h + sum1 + (g ^ (e & (f ^ g))) + load<i32>(ROUND + offset) + load<i32>(WORDS + offset)
    const sum0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)
    const temp2 = sum0 + (((a ^ b) & (b ^ c)) ^ b)
    h = g
    g = f
    f = e
    e = d + temp1
    d = c
    c = b
    b = a
    a = temp1 + temp2
  }
  storeState(0, a)
  storeState(1, b)
  storeState(2, c)
  storeState(3, d)
  storeState(4, e)
  storeState(5, f)
  storeState(6, g)
  storeState(7, h)
}

function storeState(position: i32, word: i32): void {
  splat(STATE4 + ((((position - firstWord) & 7) as usize) << 4), word)
}

function splat(offset: usize, word: i32): void {
  v128.store(offset, i32x4.splat(word))
}

/** Sets one byte, zero until now, of big-endian words. */
function put(words: usize, offset: i32, byte: i32): void {
  const word = words + ((offset & ~3) as usize)
  store<i32>(word, load<i32>(word) | (byte << (24 - 8 * (offset & 3))))
}

function rotr(word: i32, by: i32): i32 {
  return rotl<u32>(word as u32, (32 - by) as u32) as i32
}
