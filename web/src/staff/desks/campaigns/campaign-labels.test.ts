import { expect, test } from 'vitest'
import { formatMissing, formatPeriod, formatStock, describeAuthors } from './campaign-labels.ts'

test('a campaign’s period is formatted as its first and last day', () => {
  const starts_at = '2026-12-12T13:00:00Z'
  const ended_at = null
  expect(formatPeriod({ starts_at, ended_at, ends_at: '2026-12-25T03:00:00Z' })).toBe(
    '12/12/2026 a 24/12/2026',
  )
  expect(formatPeriod({ starts_at, ended_at, ends_at: '2026-12-13T03:00:00Z' })).toBe('12/12/2026')
})

test('the period of a campaign that was ended early ends on that day', () => {
  const period = { starts_at: '2026-11-22T13:00:00Z', ends_at: '2026-12-24T03:00:00Z' }
  expect(formatPeriod({ ...period, ended_at: '2026-11-23T17:26:44Z' })).toBe('22/11/2026 a 23/11/2026')
  expect(formatPeriod({ ...period, ended_at: '2026-11-22T13:30:00Z' })).toBe('22/11/2026')
  expect(formatPeriod({ ...period, ended_at: '2026-11-20T13:30:00Z' })).toBe('Cancelada antes de começar')
})

test('stock, number of missing items and authors are formatted in Portuguese', () => {
  expect(formatStock({ stock: { total: 2000, remaining: 312 } })).toBe('Restam 312 dos 2.000 prometidos')
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
