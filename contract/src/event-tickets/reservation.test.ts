import { expect, test } from 'vitest'
import { reservationStorageKey } from './reservation.ts'

test('the browser stores the reservation under the key of the specification', () => {
  expect(reservationStorageKey).toBe('eventTicketsReservation')
})
