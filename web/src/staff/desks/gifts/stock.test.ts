import { expect, test } from 'vitest'
import { giftStock } from '../../../testing/gift-desk-samples.ts'
import { describeForecast, forecastDays, paceOf, shelfUnits, stockRows, stockTotals } from './stock.ts'

test('every gift is listed at every pickup point, with zeros where it never had units', () => {
  const rows = stockRows(giftStock)
  expect(rows).toHaveLength(giftStock.gifts.length * giftStock.pickup_points.length)
  expect(rows.at(-1)).toMatchObject({ on_hand: 0, reserved: 0, delivered: 0 })
})

test('the shelf holds free and reserved units, and totals are the sums of the counters', () => {
  const [first, second] = giftStock.stock
  expect(shelfUnits(first!)).toBe(first!.on_hand + first!.reserved)
  expect(stockTotals([first!, second!]).delivered).toBe(first!.delivered + second!.delivered)
  expect(stockTotals([])).toEqual({ on_hand: 0, reserved: 0, delivered: 0 })
})

const day = (issued: number) => ({ day: '2026-11-21', issued, delivered: 0 })

test('the daily rate of issued vouchers is the mean of the last seven days, or of all days of a more recent campaign', () => {
  expect(paceOf([day(100), ...Array.from({ length: 7 }, () => day(14))])).toBe(14)
  expect(paceOf([day(2), day(4)])).toBe(3)
  expect(paceOf([])).toBe(0)
})

test('the stock forecast says why it gives no date: no recent vouchers, no free units, or more than a year', () => {
  const { stock } = giftStock
  const soldOut = stock.map((each) => ({ ...each, on_hand: 0 }))
  const forecast = (pace: number, free: typeof stock, runs_out_at: string | null) =>
    describeForecast(pace, { stock: free, runs_out_at })
  expect(forecast(0, stock, null)).toBe('Sem emissões nos últimos sete dias, não há previsão.')
  expect(forecast(0, [], null)).toBe('Sem emissões nos últimos sete dias. Não há brindes livres agora.')
  expect(forecast(118, soldOut, null)).toBe(
    'Emissões por dia nos últimos sete dias: 118. Não há brindes livres agora.',
  )
  expect(forecast(1 / 7, stock, null)).toBe(
    'Emissões por dia nos últimos sete dias: 0,1. Neste ritmo, os brindes livres não acabam em um ano.',
  )
  expect(forecast(12, stock, '2026-11-24T01:00:00.000Z')).toBe(
    'Emissões por dia nos últimos sete dias: 12. Neste ritmo, os brindes livres acabam em seg., 23 de nov., 22h.',
  )
})

test('a date that the server computed from vouchers issued more than seven days ago is not shown in the stock forecast', () => {
  expect(describeForecast(0, { stock: giftStock.stock, runs_out_at: '2026-11-24T01:00:00.000Z' })).toBe(
    'Sem emissões nos últimos sete dias, não há previsão.',
  )
})

test('the stock forecast covers the days until the stock runs out, and at most two weeks', () => {
  expect(forecastDays('2026-11-30', '2026-12-02')).toEqual(['2026-12-01', '2026-12-02'])
  expect(forecastDays('2026-11-30', '2026-11-30')).toEqual([])
  expect(forecastDays('2026-11-30', '2027-11-30')).toHaveLength(14)
})
