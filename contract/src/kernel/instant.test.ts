import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { clubDaySchema, instantSchema } from './instant.ts'

test.each(['2026-11-21T12:00:00Z', '2026-11-21T09:00:00.123-03:00', '1900-01-01T00:00:00Z'])(
  '%s is a valid instant',
  (text) => {
    expect(z.parse(instantSchema, text)).toBe(text)
  },
)

test.each([
  '',
  '2026-11-21',
  '2026-11-21T12:00:00',
  '2026-02-30T12:00:00Z',
  '0000-01-01T00:00:00Z',
  '1899-12-31T23:59:59Z',
  '9999-12-31T23:59:59-23:59',
  '+275760-09-13T00:00:00Z',
])('%j is not a valid instant', (text) => {
  expect(z.safeParse(instantSchema, text).error?.issues[0]?.message).toBe('Data inválida')
})

test.each(['2000-01-01', '2026-11-21', '2028-02-29', '2099-12-31'])(
  '%s is a valid day of the club',
  (text) => {
    expect(z.parse(clubDaySchema('Informe o dia'), text)).toBe(text)
  },
)

test.each([
  undefined,
  20_261_121,
  '',
  '21/11/2026',
  '2026-11-21T12:00:00Z',
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '1999-12-31',
  '2100-01-01',
])('%j is not a valid day of the club', (value) => {
  expect(z.safeParse(clubDaySchema('Informe o dia'), value).error?.issues[0]?.message).toBe('Informe o dia')
})
