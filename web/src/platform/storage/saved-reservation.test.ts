// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { forgetReservation, readReservation, saveReservation } from './saved-reservation.ts'

afterEach(() => localStorage.clear())

const createdAt = '2026-11-21T15:00:00.000Z'
const created = Date.parse(createdAt)
const reservation = { created_at: createdAt, reservation_id: 'r1', seats: 2 }

test('a reservation is kept under eventTicketsReservation and holds for 900 seconds', () => {
  saveReservation(reservation)
  expect(localStorage.getItem('eventTicketsReservation')).toBe(JSON.stringify(reservation))
  expect(readReservation(created + 899_000)).toEqual(reservation)
  expect(readReservation(created + 900_000)).toEqual(reservation)
})

test('after 900 seconds it is removed by the next read and treated as absent', () => {
  saveReservation(reservation)
  expect(readReservation(created + 900_001)).toBeUndefined()
  expect(localStorage.getItem('eventTicketsReservation')).toBeNull()
  expect(readReservation(created)).toBeUndefined()
})

test.each(['{"reservation_id":"r1"}', '{"created_at":"ontem"}', '7'])(
  'what is no reservation (%s) is removed',
  (text) => {
    localStorage.setItem('eventTicketsReservation', text)
    expect(readReservation(created)).toBeUndefined()
    expect(localStorage.getItem('eventTicketsReservation')).toBeNull()
  },
)

test('it can be forgotten', () => {
  saveReservation(reservation)
  forgetReservation()
  expect(readReservation(created)).toBeUndefined()
})
