// AssemblyScript, compiled to WebAssembly SIMD by `web/build/assemblyscript.ts`.
//
// The numbers of one thousand differ only in their last three digits, so everything before these (the leading digits,
// the rounds up to the first word that contains them) is computed once per thousand. The digest's last word is known
// after round 60; only that word is compared, and the caller verifies a match in full.
//
// `web/build/sha256-rounds.ts` writes the unrolled rounds in place of the comments that name them.

import { add, temp2, next, temp1 } from './lanes'
import { BACK, FRONT, STATE4, WORD4, WORDS } from './layout'
import { firstWord, prepareThousand } from './thousand'

export { prepareSalt } from './thousand'

/**
 * Searches `thousands` × 1000 numbers, starting at 1000 x `first`. Returns the first number of a group of four
 * that contains a number with the expected last word, or -1. `expectedWord` is the digest's last word minus that of the
 * midstate.
 * Call it for a few thousand numbers at a time: one long call would stay in the engine's slow tier.
 */
export function search(first: i32, thousands: i32, expectedWord: i32): i32 {
  const target = i32x4.splat(expectedWord)
  for (let thousand = first; thousand < first + thousands; thousand++) {
    prepareThousand(thousand)
    const group = searchThousand(firstWord, target)
    if (group >= 0) return thousand * 1000 + group * 4
  }
  return -1
}

function searchThousand(start: i32, target: v128): i32 {
  const front = WORD4 + ((start as usize) << 4)
  const frontWord = i32x4.splat(load<i32>(WORDS + ((start as usize) << 2)))
  const backWord = i32x4.splat(load<i32>(WORDS + ((start as usize) << 2), 4))
  for (let group = 0; group < 250; group++) {
    const entry = (group as usize) << 4
    v128.store(front, v128.or(frontWord, v128.load(FRONT + entry)))
    v128.store(front, v128.or(backWord, v128.load(BACK + entry)), 16)

    let w0 = v128.load(WORD4, 0)
    let w1 = v128.load(WORD4, 16)
    let w2 = v128.load(WORD4, 32)
    let w3 = v128.load(WORD4, 48)
    let w4 = v128.load(WORD4, 64)
    let w5 = v128.load(WORD4, 80)
    let w6 = v128.load(WORD4, 96)
    let w7 = v128.load(WORD4, 112)
    let w8 = v128.load(WORD4, 128)
    let w9 = v128.load(WORD4, 144)
    let w10 = v128.load(WORD4, 160)
    let w11 = v128.load(WORD4, 176)
    let w12 = v128.load(WORD4, 192)
    let w13 = v128.load(WORD4, 208)
    let w14 = v128.load(WORD4, 224)
    let w15 = v128.load(WORD4, 240)
    let a = v128.load(STATE4, 0)
    let b = v128.load(STATE4, 16)
    let c = v128.load(STATE4, 32)
    let d = v128.load(STATE4, 48)
    let e = v128.load(STATE4, 64)
    let f = v128.load(STATE4, 80)
    let g = v128.load(STATE4, 96)
    let h = v128.load(STATE4, 112)

    switch (start) {
      // rounds 0-15, each a case
    }
    for (let round: usize = 16; round < 48; round += 16) {
      // rounds 0-15 after `round`
    }
    // rounds 48-60

    if (v128.any_true(i32x4.eq(h, target))) return group
  }
  return -1
}
