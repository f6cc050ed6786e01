import { expect, test } from 'vitest'
import { fillDays } from './days.ts'

test('charts include days without activity between the first and the last one', () => {
  const on = (day: string, count = 1) => ({ day, count })
  const filled = fillDays([on('2026-11-29'), on('2026-12-02')], (day) => on(day, 0))
  expect(filled).toEqual([on('2026-11-29'), on('2026-11-30', 0), on('2026-12-01', 0), on('2026-12-02')])
  expect(fillDays([], (day) => on(day))).toEqual([])
})
