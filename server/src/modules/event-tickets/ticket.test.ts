import { createHash, randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { readTicketCode } from '@clube/contract/event-tickets/ticket-code.ts'
import { createVault } from '../vault/index.ts'
import { codeAtRest, codeIndex, createTicketCode, offlineHash, openCode, shortCodeOf } from './ticket.ts'

const vault = createVault(Buffer.alloc(32, 'k'))
const below = (limit: number) => randomInt(limit)

test('a code and its short form can be read again, and the short one follows from the long one', () => {
  const code = createTicketCode(below)
  expect(readTicketCode(code)).toEqual({ kind: 'code', code })
  expect(readTicketCode(shortCodeOf(code))).toEqual({ kind: 'short', code: shortCodeOf(code) })
  expect(shortCodeOf(code)).toBe(shortCodeOf(code))
})

test('no two codes of many are the same', () => {
  const codes = Array.from({ length: 5000 }, () => createTicketCode(below))
  expect(new Set(codes).size).toBe(5000)
  expect(new Set(codes.map(shortCodeOf)).size).toBe(5000)
})

test('at rest a code can be found and opened, and is not there', () => {
  const code = createTicketCode(below)
  const rest = codeAtRest(vault, code)
  expect(rest.code_index).toEqual(codeIndex(vault, 'code', code))
  expect(rest.short_index).toEqual(codeIndex(vault, 'short', shortCodeOf(code)))
  expect(openCode(vault, rest.code_sealed)).toBe(code)
  for (const bytes of Object.values(rest)) expect(bytes.includes(code)).toBe(false)
})

test('the offline list is SHA-256 of session and code', () => {
  expect(offlineHash('s1', 'K7QM2XPD9FHT')).toBe(createHash('sha256').update('s1:K7QM2XPD9FHT').digest('hex'))
})
