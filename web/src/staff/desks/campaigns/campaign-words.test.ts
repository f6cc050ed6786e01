import { expect, test } from 'vitest'
import { missingInWords, periodInWords, stockInWords, writersInWords } from './campaign-words.ts'

test('a period is told by its first and its last day', () => {
  const starts_at = '2026-12-12T13:00:00Z'
  expect(periodInWords({ starts_at, ends_at: '2026-12-25T03:00:00Z' })).toBe('12/12/2026 a 24/12/2026')
  expect(periodInWords({ starts_at, ends_at: '2026-12-13T03:00:00Z' })).toBe('12/12/2026')
})

test('stock, what is missing, and who wrote it', () => {
  expect(stockInWords({ stock: { total: 2000, remaining: 312 } })).toBe('Restam 312 de 2.000')
  expect(stockInWords({ stock: null })).toBe('')
  expect([missingInWords(1), missingInWords(3)]).toEqual(['Falta 1 item', 'Faltam 3 itens'])
  expect(writersInWords(['ana'], 'ana')).toBe('você')
  expect(writersInWords(['ana', 'bia', 'rui'], 'ana')).toBe('você e mais 2 pessoas')
  expect(writersInWords(['bia'], 'ana')).toBe('1 pessoa')
})
