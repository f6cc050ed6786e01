import { expect, test } from 'vitest'
import { formatShortCode, offlineHashText, readTicketCode, ticketAlphabet } from './ticket-code.ts'

const long = 'K7QM2XPD9FHTK7QM2XPD9FHTAB3'

test('no two characters that people mix up', () => {
  expect(ticketAlphabet).toHaveLength(31)
  for (const sign of '0O1IL') expect(ticketAlphabet).not.toContain(sign)
})

test('27 characters are at least 128 random bits', () => {
  expect(27 * Math.log2(ticketAlphabet.length)).toBeGreaterThan(128)
})

test('the typed code stands in groups', () => {
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
])('%j is read', (text, read) => {
  expect(readTicketCode(text)).toEqual(read)
})

test('the offline list names a code only together with its session', () => {
  expect(offlineHashText('s1', 'K7QM2XPD9FHT')).toBe('s1:K7QM2XPD9FHT')
})
