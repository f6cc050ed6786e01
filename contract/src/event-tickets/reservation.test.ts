import { expect, test } from 'vitest'
import {
  countdownAnnouncements,
  isReservationLive,
  reservationEnd,
  reservationSeconds,
  reservationStorageKey,
} from './reservation.ts'

const createdAt = new Date('2026-12-01T15:00:00.000Z')
const after = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000)

test('a reservation is valid for 900 seconds', () => {
  expect(reservationSeconds).toBe(900)
  expect(reservationEnd(createdAt).toISOString()).toBe('2026-12-01T15:15:00.000Z')
})

test.each([
  [0, true],
  [899, true],
  [900, true],
  [900.001, false],
  [901, false],
])('after %d s it is valid: %j', (seconds, live) => {
  expect(isReservationLive(createdAt, after(seconds))).toBe(live)
})

test('the browser keeps it under the key of the specification', () => {
  expect(reservationStorageKey).toBe('eventTicketsReservation')
})

test('the end is announced at five minutes and at one', () => {
  expect(countdownAnnouncements).toEqual([300, 60])
})
