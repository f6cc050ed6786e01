import { expect, test } from 'vitest'
import { fillDays } from './days.ts'

test('charts include days without activity between the first and the last one', () => {
  const entry = (day: string, count = 1) => ({ day, count })
  const filled = fillDays([entry('2026-11-29'), entry('2026-12-02')], (day) => entry(day, 0))
  expect(filled).toEqual([
    entry('2026-11-29'),
    entry('2026-11-30', 0),
    entry('2026-12-01', 0),
    entry('2026-12-02'),
  ])
  expect(fillDays([], (day) => entry(day))).toEqual([])
})
