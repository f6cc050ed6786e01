// AssemblyScript. The functions of SHA-256 (FIPS 180-4), on four numbers at a time.

import { ROUND4 } from './layout'

export function rotr(x: v128, n: i32): v128 {
  return v128.or(i32x4.shr_u(x, n), i32x4.shl(x, 32 - n))
}

export function bigSigma0(x: v128): v128 {
  return v128.xor(v128.xor(rotr(x, 2), rotr(x, 13)), rotr(x, 22))
}

export function bigSigma1(x: v128): v128 {
  return v128.xor(v128.xor(rotr(x, 6), rotr(x, 11)), rotr(x, 25))
}

export function sigma0(x: v128): v128 {
  return v128.xor(v128.xor(rotr(x, 7), rotr(x, 18)), i32x4.shr_u(x, 3))
}

export function sigma1(x: v128): v128 {
  return v128.xor(v128.xor(rotr(x, 17), rotr(x, 19)), i32x4.shr_u(x, 10))
}

export function add(x: v128, y: v128): v128 {
  return i32x4.add(x, y)
}

/** T1 of FIPS 180-4, which the round adds to d and to `temp2`. */
export function temp1(e: v128, f: v128, g: v128, h: v128, word: v128, round: usize): v128 {
  const choice = v128.xor(g, v128.and(e, v128.xor(f, g)))
  return add(add(add(h, v128.load(ROUND4 + (round << 4))), word), add(bigSigma1(e), choice))
}

/** T2 of FIPS 180-4. */
export function temp2(a: v128, b: v128, c: v128): v128 {
  const majority = v128.xor(v128.and(v128.xor(a, b), v128.xor(b, c)), b)
  return add(bigSigma0(a), majority)
}

/** The word of the message schedule that replaces the one sixteen positions before. */
export function next(sixteenBefore: v128, fifteenBefore: v128, sevenBefore: v128, twoBefore: v128): v128 {
  return add(add(sixteenBefore, sigma0(fifteenBefore)), add(sevenBefore, sigma1(twoBefore)))
}
