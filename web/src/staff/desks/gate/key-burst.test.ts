import { expect, test } from 'vitest'
import { noKeys, takeKey } from './key-burst.ts'
import { isNewSight } from './sight.ts'

/** Keys with so many milliseconds before each. */
function type(keys: readonly string[], gapMs: number) {
  let burst = noKeys
  const codes: string[] = []
  const passed: string[] = []
  for (const [at, key] of keys.entries()) {
    const taken = takeKey(burst, key, 1000 + at * gapMs)
    burst = taken.burst
    if (taken.code !== null) codes.push(taken.code)
    if (!taken.taken) passed.push(key)
  }
  return { codes, passed }
}

test('a reader’s keys become a code and do nothing else, capitals held down or not', () => {
  expect(type([...'K7QM2XPD9FHT', 'Enter'], 5)).toEqual({ codes: ['K7QM2XPD9FHT'], passed: [] })
  const shifted = ['Shift', 'K', 'Shift', '7', 'Q', 'M', '-', '2', 'X', 'Enter']
  expect(type(shifted, 5)).toEqual({ codes: ['K7QM-2X'], passed: ['Shift', 'Shift'] })
})

test('somebody else’s code is read whole too', () => {
  expect(type([...'https://exemplo.com.br/?p=1', 'Enter'], 5).codes).toEqual(['https://exemplo.com.br/?p=1'])
})

test('people are slower: their keys are no code, and Enter stays theirs', () => {
  expect(type([...'K7QM2XPD9FHT', 'Enter'], 301)).toMatchObject({ codes: [], passed: ['Enter'] })
  expect(type(['Enter'], 5)).toEqual({ codes: [], passed: ['Enter'] })
  expect(type(['1', 'Tab', ' ', 'Enter'], 5)).toMatchObject({ passed: ['1', 'Tab', ' ', 'Enter'] })
})

test('the camera reads a code that is held before it once, and again after it was away', () => {
  expect(isNewSight(null, 'A', 0)).toBe(true)
  expect(isNewSight({ text: 'A', at: 0 }, 'A', 2500)).toBe(false)
  expect(isNewSight({ text: 'A', at: 0 }, 'A', 2501)).toBe(true)
  expect(isNewSight({ text: 'A', at: 0 }, 'B', 100)).toBe(true)
})
