// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { removeEveryHold, savedHoldOf } from './saved-hold.ts'

afterEach(() => localStorage.clear())

const schema = z.object({ created_at: z.string(), campaign_id: z.string(), seats: z.int() })
const holds = savedHoldOf('eventTicketsReservation', schema)
const saved = () => localStorage.getItem('eventTicketsReservation')
const createdAt = '2026-11-21T15:00:00.000Z'
const created = Date.parse(createdAt)
const reservation = { created_at: createdAt, campaign_id: 'c1', seats: 2 }

test('a saved hold is stored under its key, for its campaign, and is valid for 900 seconds', () => {
  holds.save(reservation)
  expect(saved()).toBe(JSON.stringify(reservation))
  expect(holds.read('c1', created + 899_000)).toEqual(reservation)
  expect(holds.read('c1', created + 900_000)).toEqual(reservation)
  expect(holds.read('c2', created)).toBeNull()
})

test('reading an expired saved hold removes it and returns null', () => {
  holds.save(reservation)
  expect(holds.read('c1', created + 900_001)).toBeNull()
  expect(saved()).toBeNull()
  expect(holds.read('c1', created)).toBeNull()
})

test.each(['{"campaign_id":"c1","seats":2}', '{"created_at":"ontem","campaign_id":"c1","seats":2}', '7'])(
  'reading a saved hold removes a stored value of another shape: %s',
  (text) => {
    localStorage.setItem('eventTicketsReservation', text)
    expect(holds.read('c1', created)).toBeNull()
    expect(saved()).toBeNull()
  },
)

test('the hold saved on a device can be deleted', () => {
  holds.save(reservation)
  holds.remove()
  expect(holds.read('c1', created)).toBeNull()
})

test('removeEveryHold, called at sign-out, removes the saved holds of all promotions', () => {
  holds.save(reservation)
  savedHoldOf('another', schema).save(reservation)
  removeEveryHold()
  expect(localStorage.length).toBe(0)
})
