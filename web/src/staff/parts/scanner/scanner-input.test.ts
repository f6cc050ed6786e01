import { expect, test } from 'vitest'
import { noKeys, readCamera, readKey } from './scanner-input.ts'

/** Types keys with the given pause, in milliseconds, before each. `passed` are the keys that were not consumed. */
function type(names: readonly string[], gapMs: number) {
  let keys = noKeys
  const codes: string[] = []
  const passed: string[] = []
  for (const [index, key] of names.entries()) {
    const read = readKey(keys, key, 1000 + index * gapMs)
    keys = read.keys
    if (read.code !== null) codes.push(read.code)
    if (!read.isConsumed) passed.push(key)
  }
  return { codes, passed }
}

test('the keystrokes of a USB scanner are read as a code and consumed, with or without Shift', () => {
  expect(type([...'K7QM2XPD9FHT', 'Enter'], 5)).toEqual({ codes: ['K7QM2XPD9FHT'], passed: [] })
  const shifted = ['Shift', 'K', 'Shift', '7', 'Q', 'M', '-', '2', 'X', 'Enter']
  expect(type(shifted, 5)).toEqual({ codes: ['K7QM-2X'], passed: ['Shift', 'Shift'] })
})

test('a USB scanner reads a ticket number with leading zeros, if scans may begin with any digit', () => {
  const number = '00412345678906'
  let keys = noKeys
  let code: string | null = null
  for (const [index, key] of [...number, 'Enter'].entries())
    ({ keys, code } = readKey(keys, key, 1000 + index * 5, '0123456789'))
  expect(code).toBe(number)
})

test('a USB scanner reads any text, such as a URL, not only ticket codes', () => {
  expect(type([...'https://exemplo.com.br/?p=1', 'Enter'], 5).codes).toEqual(['https://exemplo.com.br/?p=1'])
})

test('the slower keystrokes of a person are not read as a code, and Enter keeps its effect', () => {
  expect(type([...'K7QM2XPD9FHT', 'Enter'], 301)).toMatchObject({ codes: [], passed: ['Enter'] })
  expect(type(['Enter'], 5)).toEqual({ codes: [], passed: ['Enter'] })
  expect(type(['1', 'Tab', ' ', 'Enter'], 5)).toMatchObject({ passed: ['1', 'Tab', ' ', 'Enter'] })
})

test('the camera reads a code once while it stays in view, and again when it returns after 2.5 seconds', () => {
  const seen = { text: 'A', time: 0 }
  const isSent = (last: typeof seen | null, text: string, time: number) =>
    readCamera(last, { text, time, isBlocked: false }).isSent
  expect(isSent(null, 'A', 0)).toBe(true)
  expect(isSent(seen, 'A', 2500)).toBe(false)
  expect(isSent(seen, 'A', 2501)).toBe(true)
  expect(isSent(seen, 'B', 100)).toBe(true)
})

test('a code presented behind a dialog is sent after the dialog is closed, but not the code that opened it', () => {
  const seen = { text: 'A', time: 0 }
  const behindDialog = (last: typeof seen, text: string, time: number) =>
    readCamera(last, { text, time, isBlocked: true })
  expect(behindDialog(seen, 'B', 3000)).toEqual({ last: seen, isSent: false })
  expect(readCamera(seen, { text: 'B', time: 3100, isBlocked: false }).isSent).toBe(true)
  const blocked = behindDialog(seen, 'A', 2000)
  expect(blocked).toEqual({ last: { text: 'A', time: 2000 }, isSent: false })
  expect(readCamera(blocked.last, { text: 'A', time: 4000, isBlocked: false }).isSent).toBe(false)
})
