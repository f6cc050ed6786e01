// AssemblyScript, compiled to WebAssembly SIMD by `web/build/assemblyscript.ts`.
//
// Of every thousand numbers only the last three digits differ, so all that comes before them (the digits in front,
// the rounds up to the first word they touch) is computed once per thousand. The digest's last word is known after
// round 60; only that word is compared, and the caller verifies a match in full.

import { add, fall, next, rise } from './lanes'
import { BACK, FRONT, STATE4, WORD4, WORDS } from './layout'
import { firstWord, prepareThousand } from './thousand'

export { prepareSalt } from './thousand'

/**
 * Tries `thousands` times a thousand numbers, from 1000 x `first` on. Returns the first number of a group of four
 * of which one has the wanted last word, or -1. `wanted` is the digest's last word less the midstate's.
 * Call it for a few thousand numbers at a time: one long call would stay in the engine's slow tier.
 */
export function search(first: i32, thousands: i32, wanted: i32): i32 {
  const target = i32x4.splat(wanted)
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
      case 0:
        h = rise(e, f, g, h, w0, 0)
        d = add(d, h)
        h = add(h, fall(a, b, c))
      case 1:
        g = rise(d, e, f, g, w1, 1)
        c = add(c, g)
        g = add(g, fall(h, a, b))
      case 2:
        f = rise(c, d, e, f, w2, 2)
        b = add(b, f)
        f = add(f, fall(g, h, a))
      case 3:
        e = rise(b, c, d, e, w3, 3)
        a = add(a, e)
        e = add(e, fall(f, g, h))
      case 4:
        d = rise(a, b, c, d, w4, 4)
        h = add(h, d)
        d = add(d, fall(e, f, g))
      case 5:
        c = rise(h, a, b, c, w5, 5)
        g = add(g, c)
        c = add(c, fall(d, e, f))
      case 6:
        b = rise(g, h, a, b, w6, 6)
        f = add(f, b)
        b = add(b, fall(c, d, e))
      case 7:
        a = rise(f, g, h, a, w7, 7)
        e = add(e, a)
        a = add(a, fall(b, c, d))
      case 8:
        h = rise(e, f, g, h, w8, 8)
        d = add(d, h)
        h = add(h, fall(a, b, c))
      case 9:
        g = rise(d, e, f, g, w9, 9)
        c = add(c, g)
        g = add(g, fall(h, a, b))
      case 10:
        f = rise(c, d, e, f, w10, 10)
        b = add(b, f)
        f = add(f, fall(g, h, a))
      case 11:
        e = rise(b, c, d, e, w11, 11)
        a = add(a, e)
        e = add(e, fall(f, g, h))
      case 12:
        d = rise(a, b, c, d, w12, 12)
        h = add(h, d)
        d = add(d, fall(e, f, g))
      case 13:
        c = rise(h, a, b, c, w13, 13)
        g = add(g, c)
        c = add(c, fall(d, e, f))
      case 14:
        b = rise(g, h, a, b, w14, 14)
        f = add(f, b)
        b = add(b, fall(c, d, e))
      case 15:
        a = rise(f, g, h, a, w15, 15)
        e = add(e, a)
        a = add(a, fall(b, c, d))
    }
    for (let round: usize = 16; round < 48; round += 16) {
      w0 = next(w0, w1, w9, w14)
      h = rise(e, f, g, h, w0, round + 0)
      d = add(d, h)
      h = add(h, fall(a, b, c))
      w1 = next(w1, w2, w10, w15)
      g = rise(d, e, f, g, w1, round + 1)
      c = add(c, g)
      g = add(g, fall(h, a, b))
      w2 = next(w2, w3, w11, w0)
      f = rise(c, d, e, f, w2, round + 2)
      b = add(b, f)
      f = add(f, fall(g, h, a))
      w3 = next(w3, w4, w12, w1)
      e = rise(b, c, d, e, w3, round + 3)
      a = add(a, e)
      e = add(e, fall(f, g, h))
      w4 = next(w4, w5, w13, w2)
      d = rise(a, b, c, d, w4, round + 4)
      h = add(h, d)
      d = add(d, fall(e, f, g))
      w5 = next(w5, w6, w14, w3)
      c = rise(h, a, b, c, w5, round + 5)
      g = add(g, c)
      c = add(c, fall(d, e, f))
      w6 = next(w6, w7, w15, w4)
      b = rise(g, h, a, b, w6, round + 6)
      f = add(f, b)
      b = add(b, fall(c, d, e))
      w7 = next(w7, w8, w0, w5)
      a = rise(f, g, h, a, w7, round + 7)
      e = add(e, a)
      a = add(a, fall(b, c, d))
      w8 = next(w8, w9, w1, w6)
      h = rise(e, f, g, h, w8, round + 8)
      d = add(d, h)
      h = add(h, fall(a, b, c))
      w9 = next(w9, w10, w2, w7)
      g = rise(d, e, f, g, w9, round + 9)
      c = add(c, g)
      g = add(g, fall(h, a, b))
      w10 = next(w10, w11, w3, w8)
      f = rise(c, d, e, f, w10, round + 10)
      b = add(b, f)
      f = add(f, fall(g, h, a))
      w11 = next(w11, w12, w4, w9)
      e = rise(b, c, d, e, w11, round + 11)
      a = add(a, e)
      e = add(e, fall(f, g, h))
      w12 = next(w12, w13, w5, w10)
      d = rise(a, b, c, d, w12, round + 12)
      h = add(h, d)
      d = add(d, fall(e, f, g))
      w13 = next(w13, w14, w6, w11)
      c = rise(h, a, b, c, w13, round + 13)
      g = add(g, c)
      c = add(c, fall(d, e, f))
      w14 = next(w14, w15, w7, w12)
      b = rise(g, h, a, b, w14, round + 14)
      f = add(f, b)
      b = add(b, fall(c, d, e))
      w15 = next(w15, w0, w8, w13)
      a = rise(f, g, h, a, w15, round + 15)
      e = add(e, a)
      a = add(a, fall(b, c, d))
    }
    w0 = next(w0, w1, w9, w14)
    h = rise(e, f, g, h, w0, 48)
    d = add(d, h)
    h = add(h, fall(a, b, c))
    w1 = next(w1, w2, w10, w15)
    g = rise(d, e, f, g, w1, 49)
    c = add(c, g)
    g = add(g, fall(h, a, b))
    w2 = next(w2, w3, w11, w0)
    f = rise(c, d, e, f, w2, 50)
    b = add(b, f)
    f = add(f, fall(g, h, a))
    w3 = next(w3, w4, w12, w1)
    e = rise(b, c, d, e, w3, 51)
    a = add(a, e)
    e = add(e, fall(f, g, h))
    w4 = next(w4, w5, w13, w2)
    d = rise(a, b, c, d, w4, 52)
    h = add(h, d)
    d = add(d, fall(e, f, g))
    w5 = next(w5, w6, w14, w3)
    c = rise(h, a, b, c, w5, 53)
    g = add(g, c)
    c = add(c, fall(d, e, f))
    w6 = next(w6, w7, w15, w4)
    b = rise(g, h, a, b, w6, 54)
    f = add(f, b)
    b = add(b, fall(c, d, e))
    w7 = next(w7, w8, w0, w5)
    a = rise(f, g, h, a, w7, 55)
    e = add(e, a)
    a = add(a, fall(b, c, d))
    w8 = next(w8, w9, w1, w6)
    h = rise(e, f, g, h, w8, 56)
    d = add(d, h)
    h = add(h, fall(a, b, c))
    w9 = next(w9, w10, w2, w7)
    g = rise(d, e, f, g, w9, 57)
    c = add(c, g)
    w10 = next(w10, w11, w3, w8)
    f = rise(c, d, e, f, w10, 58)
    b = add(b, f)
    w11 = next(w11, w12, w4, w9)
    e = rise(b, c, d, e, w11, 59)
    a = add(a, e)
    w12 = next(w12, w13, w5, w10)
    d = rise(a, b, c, d, w12, 60)
    h = add(h, d)

    if (v128.any_true(i32x4.eq(h, target))) return group
  }
  return -1
}
