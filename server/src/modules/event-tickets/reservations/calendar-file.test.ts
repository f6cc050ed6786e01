import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const reservation = {
  id: '0190',
  campaign_title: 'Natal no Ipê',
  session_title: 'Sábado, domingo; coral',
  place: 'Praça central, piso térreo',
  starts_at: new Date('2026-12-12T22:00:00Z'),
  ends_at: null,
  session_revision: 3,
}

test('the calendar file contains the event with its place and times', () => {
  const file = calendarFile('PUBLISH', [reservation], new Date('2026-12-10T15:00:00Z'))
  expect(file.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Clube//Ingressos//PT',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:0190@clube',
    'SEQUENCE:3',
    'DTSTAMP:20261210T150000Z',
    'DTSTART:20261212T220000Z',
    'DTEND:20261213T000000Z',
    'SUMMARY:Natal no Ipê: Sábado\\, domingo\\; coral',
    'LOCATION:Praça central\\, piso térreo',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('the calendar file of a cancelled reservation cancels the event under the same id', () => {
  const now = new Date('2026-12-10T15:00:00Z')
  const published = calendarFile('PUBLISH', [reservation], now).split('\r\n')
  const cancelled = calendarFile('CANCEL', [{ ...reservation, session_revision: 4 }], now).split('\r\n')
  expect(published.filter((line) => !cancelled.includes(line))).toEqual(['METHOD:PUBLISH', 'SEQUENCE:3'])
  expect(cancelled.filter((line) => !published.includes(line))).toEqual([
    'METHOD:CANCEL',
    'SEQUENCE:4',
    'STATUS:CANCELLED',
  ])
})

test('long calendar lines are folded at 75 bytes without splitting a character', () => {
  const place = 'ã'.repeat(120)
  const file = calendarFile('PUBLISH', [{ ...reservation, place }], new Date('2026-12-10T15:00:00Z'))
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`LOCATION:${place}`)
})
