import { expect, test } from 'vitest'
import { centsOf, formatCents, formatTypedAmount } from './money.ts'

test('the digits of an amount are entered from the right and formatted as money', () => {
  expect(['1', '12', '123', '123456'].map(formatTypedAmount)).toEqual([
    'R$\u00a00,01',
    'R$\u00a00,12',
    'R$\u00a01,23',
    'R$\u00a01.234,56',
  ])
  expect(formatTypedAmount('R$\u00a01,234')).toBe('R$\u00a012,34')
  expect([formatTypedAmount(''), formatTypedAmount('0'), formatTypedAmount('reais')]).toEqual(['', '', ''])
})

test('a formatted amount is parsed to cents', () => {
  expect(centsOf('R$ 1.234,56')).toBe(123_456)
  expect(centsOf('')).toBe(0)
  expect(formatCents(31_250)).toBe('R$\u00a0312,50')
})
