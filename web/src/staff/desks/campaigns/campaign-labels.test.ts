import { expect, test } from 'vitest'
import { formatMissing, formatPeriod, formatStock, describeAuthors } from './campaign-labels.ts'

test('a campaign’s period is formatted as its first and last day', () => {
  const starts_at = '2026-12-12T13:00:00Z'
  expect(formatPeriod({ starts_at, ends_at: '2026-12-25T03:00:00Z' })).toBe('12/12/2026 a 24/12/2026')
  expect(formatPeriod({ starts_at, ends_at: '2026-12-13T03:00:00Z' })).toBe('12/12/2026')
})

test('stock, number of missing items and authors are formatted in Portuguese', () => {
  expect(formatStock({ stock: { total: 2000, remaining: 312 } })).toBe('Restam 312 de 2.000')
  expect(formatStock({ stock: null })).toBe('')
  expect([formatMissing(1), formatMissing(3)]).toEqual(['Falta 1 item', 'Faltam 3 itens'])
  const editedBy = (...edited_by: string[]) => ({
    edited_by,
    authors: edited_by.map((id) => id.toUpperCase()),
  })
  expect(describeAuthors(editedBy('ana'), 'ana')).toBe('você')
  expect(describeAuthors(editedBy('bia', 'ana', 'rui'), 'ana')).toBe('você, BIA e RUI')
  expect(describeAuthors(editedBy('bia'), 'ana')).toBe('BIA')
})
