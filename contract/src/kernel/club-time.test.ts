import { expect, test } from 'vitest'
import {
  formatTime,
  startOfClubDay,
  endOfClubDay,
  formatDate,
  clubDayOf,
  startOfClubDayAt,
  clubFieldText,
  clubHourOf,
  parseClubDateTime,
  formatLongDay,
  formatLongDateTime,
  formatDateTime,
  formatShortDateTime,
  formatMonth,
  endSentence,
  formatEnd,
  clubYearOf,
  formatDay,
  timeZones,
} from './club-time.ts'

const brasilia = 'America/Sao_Paulo'
const manaus = 'America/Manaus'

test('the club’s day changes at midnight in its time zone, in Manaus an hour later than in São Paulo', () => {
  const newYear = new Date('2027-01-01T03:00:00.000Z')
  expect(clubDayOf(newYear, brasilia)).toBe('2027-01-01')
  expect(clubDayOf(newYear, manaus)).toBe('2026-12-31')
  expect(clubYearOf(newYear, brasilia)).toBe(2027)
  expect(clubYearOf(newYear, manaus)).toBe(2026)
  expect(formatDate(newYear, brasilia)).toBe('01/01/2027')
  expect(formatDate(newYear, manaus)).toBe('31/12/2026')
  expect(clubHourOf(newYear, brasilia)).toBe(0)
  expect(clubHourOf(newYear, manaus)).toBe(23)
  expect(startOfClubDayAt(newYear, brasilia).toISOString()).toBe('2027-01-01T03:00:00.000Z')
  expect(startOfClubDayAt(newYear, manaus).toISOString()).toBe('2026-12-31T04:00:00.000Z')
  const justBefore = new Date('2027-01-01T02:59:59.500Z')
  expect(clubDayOf(justBefore, brasilia)).toBe('2026-12-31')
  expect(startOfClubDayAt(justBefore, brasilia).toISOString()).toBe('2026-12-31T03:00:00.000Z')
})

test('instants are formatted in the club’s time zone', () => {
  const evening = '2026-03-05T02:30:00Z'
  expect(formatLongDay(evening, brasilia)).toBe('4 de março de 2026')
  expect(formatMonth('2026-04-01T01:00:00Z', brasilia)).toBe('março de 2026')
  expect(formatDateTime(evening, brasilia)).toBe('04/03/2026 23:30')
  expect(formatDateTime(evening, manaus)).toBe('04/03/2026 22:30')
  expect(formatLongDateTime('2026-12-12T18:00:00Z', brasilia)).toBe('sábado, 12 de dezembro às 15:00')
  expect(formatDay('2026-11-21')).toBe('21/11/2026')
  expect(formatLongDay('ontem', brasilia)).toBe('ontem')
})

test('short dates abbreviate the weekday and omit the minutes of full hours', () => {
  expect(formatShortDateTime('2026-12-12T18:00:00Z', brasilia)).toBe('sáb., 12 de dez., 15h')
  expect(formatShortDateTime('2026-12-12T18:00:00Z', manaus)).toBe('sáb., 12 de dez., 14h')
  expect(formatShortDateTime('2026-12-12T18:30:00Z', brasilia)).toBe('sáb., 12 de dez., 15h30')
  expect(formatShortDateTime('2026-12-12T12:05:00Z', brasilia)).toBe('sáb., 12 de dez., 9h05')
  expect(formatTime('2026-12-12T12:05:00Z', brasilia)).toBe('09:05')
})

test('a period that ends at midnight is shown as ending on the day before', () => {
  expect(formatEnd('2027-01-01T03:00:00Z', brasilia)).toBe('qui., 31 de dez.')
  expect(formatEnd('2027-01-01T03:00:00Z', manaus)).toBe('qui., 31 de dez., 23h')
  expect(formatEnd('2027-01-01T01:00:00Z', brasilia)).toBe('qui., 31 de dez., 22h')
})

test('a sentence that ends with an abbreviated month has one period', () => {
  expect(endSentence('Terminou em qui., 31 de dez.')).toBe('Terminou em qui., 31 de dez.')
  expect(endSentence('Terminou em qui., 31 de dez., 22h')).toBe('Terminou em qui., 31 de dez., 22h.')
})

test('the date and time in a form field are in club time', () => {
  expect(parseClubDateTime('2026-12-12T10:00', brasilia)?.toISOString()).toBe('2026-12-12T13:00:00.000Z')
  expect(parseClubDateTime('2026-12-12T10:00', manaus)?.toISOString()).toBe('2026-12-12T14:00:00.000Z')
  expect(parseClubDateTime('2026-12-25T00:00', brasilia)?.toISOString()).toBe('2026-12-25T03:00:00.000Z')
  expect(clubFieldText('2026-12-25T01:30:00Z', brasilia)).toBe('2026-12-24T22:30')
  expect(clubFieldText('2026-12-25T01:30:00Z', manaus)).toBe('2026-12-24T21:30')
})

test.each(['', '2026-13-40T10:00', '2026-12-12', '2026-12-12T10:00:00Z', 'amanhã'])(
  'the form value %j is not parsed as an instant',
  (text) => {
    expect(parseClubDateTime(text, brasilia)).toBeUndefined()
  },
)

test('daylight saving time is applied in the years that had it', () => {
  expect(parseClubDateTime('2018-12-12T10:00', brasilia)?.toISOString()).toBe('2018-12-12T12:00:00.000Z')
  // On 4 November 2018 clocks skipped the first hour in São Paulo, not in Manaus.
  expect(startOfClubDay('2018-11-04', brasilia)?.toISOString()).toBe('2018-11-04T03:00:00.000Z')
  expect(clubFieldText('2018-11-04T03:00:00Z', brasilia)).toBe('2018-11-04T01:00')
  expect(endOfClubDay('2018-11-04', brasilia)?.toISOString()).toBe('2018-11-05T02:00:00.000Z')
  expect(startOfClubDay('2018-11-04', manaus)?.toISOString()).toBe('2018-11-04T04:00:00.000Z')
  expect(startOfClubDayAt(new Date('2018-11-04T12:00:00Z'), brasilia).toISOString()).toBe(
    '2018-11-04T03:00:00.000Z',
  )
  // On 16 February 2019 the hour before midnight occurred twice.
  expect(parseClubDateTime('2019-02-16T23:30', brasilia)?.toISOString()).toBe('2019-02-17T01:30:00.000Z')
  expect(startOfClubDay('2019-02-17', brasilia)?.toISOString()).toBe('2019-02-17T03:00:00.000Z')
  expect(endOfClubDay('2019-02-16', brasilia)?.toISOString()).toBe('2019-02-17T03:00:00.000Z')
})

test.each(timeZones)('an instant formatted for a form field is parsed as the same instant in %s', (zone) => {
  for (const instant of ['2026-01-31T23:59:00.000Z', '2018-07-01T03:00:00.000Z', '2030-06-15T12:34:00.000Z'])
    expect(parseClubDateTime(clubFieldText(instant, zone), zone)?.toISOString()).toBe(instant)
})
