import { expect, test } from 'vitest'
import { formatShortCode, parseVoucherCode, codeAlphabet } from './voucher-code.ts'

const long = 'K7QM2XPD9FHTK7QM2XPD9FHTAB3'

test('voucher codes have no characters that are easily confused', () => {
  expect(codeAlphabet).toHaveLength(31)
  for (const character of '0O1IL') expect(codeAlphabet).not.toContain(character)
})

test('the 27 characters of a voucher code contain at least 128 random bits', () => {
  expect(27 * Math.log2(codeAlphabet.length)).toBeGreaterThan(128)
})

test('the short voucher code is formatted in groups of four', () => {
  expect(formatShortCode('K7QM2XPD9FHT')).toBe('K7QM-2XPD-9FHT')
})

test.each([
  ['K7QM-2XPD-9FHT', { kind: 'short', code: 'K7QM2XPD9FHT' }],
  [' k7qm 2xpd 9fht ', { kind: 'short', code: 'K7QM2XPD9FHT' }],
  [long, { kind: 'code', code: long }],
  [`${long}\r\n`, { kind: 'code', code: long }],
  ['', { kind: 'unknown' }],
  ['K7QM-2XPD-9FH', { kind: 'unknown' }],
  ['K7QM-2XPD-9FH0', { kind: 'unknown' }],
  ['https://exemplo.com.br/nota', { kind: 'unknown' }],
])('the scanned or typed voucher code %j is parsed', (text, read) => {
  expect(parseVoucherCode(text)).toEqual(read)
})
