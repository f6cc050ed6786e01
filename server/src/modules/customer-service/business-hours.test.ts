import { describe, expect, test } from 'vitest'
import {
  addBusinessDays,
  describeHours,
  nextBusinessInstant,
  targetsOf,
  type BusinessHours,
} from './business-hours.ts'

const weekday = ['10:00', '22:00'] as const
/** Closed on Sundays and on Christmas, which is a Friday in 2026. */
const hours: BusinessHours = {
  time_zone: 'America/Sao_Paulo',
  week: [null, weekday, weekday, weekday, weekday, weekday, ['10:00', '18:00']],
  holidays: ['2026-12-25'],
}
/** An instant of the club, three hours behind UTC. */
const at = (text: string) => new Date(`${text}:00-03:00`)

describe('business hours', () => {
  test.each([
    ['2026-11-24T15:30', '2026-11-24T15:30'],
    ['2026-11-24T10:00', '2026-11-24T10:00'],
    ['2026-11-24T09:59', '2026-11-24T10:00'],
    // Closing time is outside.
    ['2026-11-24T22:00', '2026-11-25T10:00'],
    // Saturday evening, Sunday.
    ['2026-11-28T18:00', '2026-11-30T10:00'],
    ['2026-11-29T12:00', '2026-11-30T10:00'],
    // Christmas.
    ['2026-12-25T12:00', '2026-12-26T10:00'],
  ])('%s moves to %s', (from, to) => {
    expect(nextBusinessInstant(hours, at(from))).toEqual(at(to))
  })

  test.each([
    ['2026-11-24T15:30', '2026-11-25T15:30'],
    // The night counts from the next opening.
    ['2026-11-24T23:00', '2026-11-26T10:00'],
    // Saturday closes earlier.
    ['2026-11-27T20:00', '2026-11-28T18:00'],
    // Sunday and Christmas are skipped.
    ['2026-11-28T12:00', '2026-11-30T12:00'],
    ['2026-12-24T12:00', '2026-12-26T12:00'],
  ])('a business day after %s is %s', (from, to) => {
    expect(addBusinessDays(hours, at(from), 1)).toEqual(at(to))
  })

  test('a ticket is answered within a business day and solved within seven days, at an open time', () => {
    expect(targetsOf(hours, at('2026-11-24T15:30'))).toEqual({
      first_answer_due_at: at('2026-11-25T15:30'),
      due_at: at('2026-12-01T15:30'),
    })
    // Seven days after Friday, 18 December, is Christmas.
    expect(targetsOf(hours, at('2026-12-18T12:00')).due_at).toEqual(at('2026-12-26T10:00'))
  })

  test('hours without an open day are an error instead of an endless search', () => {
    const closed = { ...hours, week: [null, null, null, null, null, null, null] }
    expect(() => nextBusinessInstant(closed, at('2026-11-24T12:00'))).toThrow('no business hours')
  })

  test('days with the same hours are described together', () => {
    expect(describeHours(hours)).toBe('seg. a sex., 10h às 22h; sáb., 10h às 18h')
    const split = { week: [['14:00', '20:30'], weekday, null, weekday, null, null, null] as const }
    expect(describeHours(split)).toBe('seg., 10h às 22h; qua., 10h às 22h; dom., 14h às 20h30')
  })
})
