import { expect, test } from 'vitest'
import { forecastEnd, useByDay } from './stock-use.ts'

const hour = (instant: string, issued: number, delivered = 0) => ({
  hour: new Date(instant),
  issued,
  delivered,
})
const now = new Date('2026-12-20T15:00:00Z')
const starts_at = new Date('2026-12-01T03:00:00Z')

test('stock use is listed per club day, including days without use', () => {
  const hours = [
    hour('2026-12-19T02:00:00Z', 2),
    hour('2026-12-18T15:00:00Z', 1, 3),
    hour('2026-12-20T14:00:00Z', 0, 1),
  ]
  const period = {
    from: new Date('2026-12-18T12:00:00Z'),
    until: now,
    time_zone: 'America/Sao_Paulo',
  } as const
  expect(useByDay(hours, period)).toEqual([
    { day: '2026-12-18', issued: 3, delivered: 3 },
    { day: '2026-12-19', issued: 0, delivered: 0 },
    { day: '2026-12-20', issued: 0, delivered: 1 },
  ])
  expect(useByDay(hours, { ...period, from: now, until: starts_at })).toEqual([])
})

test('the stock is forecast to run out at the pace of the last seven days', () => {
  const hours = [hour('2026-12-14T15:00:00Z', 7), hour('2026-12-20T14:00:00Z', 7)]
  expect(forecastEnd(hours, { on_hand: 10, starts_at, now })).toEqual(new Date('2026-12-25T15:00:00Z'))
  const older = [...hours, hour('2026-12-13T13:00:00Z', 1_000)]
  expect(forecastEnd(older, { on_hand: 10, starts_at, now })).toEqual(new Date('2026-12-25T15:00:00Z'))
})

test('the stock of a campaign that began less than seven days ago is forecast at the pace since its start, over at least one day', () => {
  const hours = [hour('2026-12-20T12:00:00Z', 10)]
  const forecast = (start: string) =>
    forecastEnd(hours, { on_hand: 20, starts_at: new Date(start), now })?.toISOString()
  expect(forecast('2026-12-18T15:00:00Z')).toBe('2026-12-24T15:00:00.000Z')
  expect(forecast('2026-12-20T12:00:00Z')).toBe('2026-12-22T15:00:00.000Z')
})

test('the end of the stock is not forecast without use, without units, or beyond a year', () => {
  const hours = [hour('2026-12-20T12:00:00Z', 1)]
  expect(forecastEnd([], { on_hand: 10, starts_at, now })).toBeNull()
  expect(forecastEnd([], { on_hand: 0, starts_at, now })).toBeNull()
  expect(forecastEnd(hours, { on_hand: 0, starts_at, now })).toBeNull()
  expect(forecastEnd(hours, { on_hand: 600_000_000, starts_at, now })).toBeNull()
  expect(forecastEnd(hours, { on_hand: 10, starts_at: new Date('2026-12-21T15:00:00Z'), now })).not.toBeNull()
})
