import { expect, test } from 'vitest'
import { isNewPresentation, noKeys, readKey } from './scanner-input.ts'

/** Types keys with the given pause, in milliseconds, before each. */
function type(names: readonly string[], gapMs: number) {
  let keys = noKeys
  const codes: string[] = []
  const passed: string[] = []
  for (const [index, key] of names.entries()) {
    const read = readKey(keys, key, 1000 + index * gapMs)
    keys = read.keys
    if (read.code !== null) codes.push(read.code)
    if (!read.taken) passed.push(key)
  }
  return { codes, passed }
}

test('keys of a USB scanner become a code and have no other effect, with or without Shift', () => {
  expect(type([...'K7QM2XPD9FHT', 'Enter'], 5)).toEqual({ codes: ['K7QM2XPD9FHT'], passed: [] })
  const shifted = ['Shift', 'K', 'Shift', '7', 'Q', 'M', '-', '2', 'X', 'Enter']
  expect(type(shifted, 5)).toEqual({ codes: ['K7QM-2X'], passed: ['Shift', 'Shift'] })
})

test('a code that is not a ticket is read completely', () => {
  expect(type([...'https://exemplo.com.br/?p=1', 'Enter'], 5).codes).toEqual(['https://exemplo.com.br/?p=1'])
})

test('keys typed by a person are not a code, and Enter keeps its effect', () => {
  expect(type([...'K7QM2XPD9FHT', 'Enter'], 301)).toMatchObject({ codes: [], passed: ['Enter'] })
  expect(type(['Enter'], 5)).toEqual({ codes: [], passed: ['Enter'] })
  expect(type(['1', 'Tab', ' ', 'Enter'], 5)).toMatchObject({ passed: ['1', 'Tab', ' ', 'Enter'] })
})

test('the camera reads a code once while it is visible, and again after it was away', () => {
  expect(isNewPresentation(null, 'A', 0)).toBe(true)
  expect(isNewPresentation({ text: 'A', at: 0 }, 'A', 2500)).toBe(false)
  expect(isNewPresentation({ text: 'A', at: 0 }, 'A', 2501)).toBe(true)
  expect(isNewPresentation({ text: 'A', at: 0 }, 'B', 100)).toBe(true)
})
