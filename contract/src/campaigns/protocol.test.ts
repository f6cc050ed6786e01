import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatProtocol, parseProtocol } from './protocol.ts'

const anyNumber = fc.record({
  year: fc.integer({ min: 2026, max: 2999 }),
  number: fc.integer({ min: 1, max: 99_999_999 }),
})

describe('protocols', () => {
  test('a protocol has the year, at least six digits and a check digit', () => {
    expect(formatProtocol({ year: 2026, number: 123 })).toMatch(/^2026-000123-\d$/)
    expect(formatProtocol({ year: 2026, number: 1_234_567 })).toMatch(/^2026-1234567-\d$/)
  })

  test('a protocol is parsed with or without hyphens', () => {
    fc.assert(
      fc.property(anyNumber, (protocol) => {
        const text = formatProtocol(protocol)
        expect(parseProtocol(text)).toEqual(protocol)
        expect(parseProtocol(` ${text.replaceAll('-', '')} `)).toEqual(protocol)
      }),
    )
  })

  test('a protocol with one wrong digit is rejected', () => {
    fc.assert(
      fc.property(anyNumber, fc.nat(20), fc.integer({ min: 1, max: 9 }), (protocol, position, shift) => {
        const digits = [...formatProtocol(protocol).replaceAll('-', '')]
        const i = position % digits.length
        digits[i] = String((Number(digits[i]) + shift) % 10)
        expect(parseProtocol(digits.join(''))).toBeNull()
      }),
    )
  })

  test('a protocol with two adjacent digits swapped is rejected', () => {
    fc.assert(
      fc.property(anyNumber, fc.nat(20), (protocol, position) => {
        const digits = [...formatProtocol(protocol).replaceAll('-', '')]
        const i = position % (digits.length - 1)
        const [first = '', second = ''] = digits.slice(i, i + 2)
        fc.pre(first !== second)
        digits.splice(i, 2, second, first)
        expect(parseProtocol(digits.join(''))).toBeNull()
      }),
    )
  })

  test.each(['', '2026', '2026-12-3', 'abcd-000123-4', '2026-000123-44'])('%j is not a protocol', (text) => {
    expect(parseProtocol(text)).toBeNull()
  })
})
