// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { readHold, removeEveryHold, removeHold, saveHold } from './saved-hold.ts'

afterEach(() => localStorage.clear())

const key = 'eventTicketsReservation'
const createdAt = '2026-11-21T15:00:00.000Z'
const created = Date.parse(createdAt)
const reservation = { created_at: createdAt, reservation_id: 'r1', seats: 2 }

test('a reservation is saved under eventTicketsReservation and valid for 900 seconds', () => {
  saveHold(key, reservation)
  expect(localStorage.getItem('eventTicketsReservation')).toBe(JSON.stringify(reservation))
  expect(readHold(key, created + 899_000)).toEqual(reservation)
  expect(readHold(key, created + 900_000)).toEqual(reservation)
})

test('an expired saved hold is removed by the next read and treated as absent', () => {
  saveHold(key, reservation)
  expect(readHold(key, created + 900_001)).toBeUndefined()
  expect(localStorage.getItem('eventTicketsReservation')).toBeNull()
  expect(readHold(key, created)).toBeUndefined()
})

test.each(['{"reservation_id":"r1"}', '{"created_at":"ontem"}', '7'])(
  'a stored value that is not a reservation (%s) is removed',
  (text) => {
    localStorage.setItem('eventTicketsReservation', text)
    expect(readHold(key, created)).toBeUndefined()
    expect(localStorage.getItem('eventTicketsReservation')).toBeNull()
  },
)

test('a saved hold can be deleted', () => {
  saveHold(key, reservation)
  removeHold(key)
  expect(readHold(key, created)).toBeUndefined()
})

test('leaving the account removes the holds of all promotions', () => {
  saveHold(key, reservation)
  saveHold('another', reservation)
  removeEveryHold()
  expect(localStorage.length).toBe(0)
})
