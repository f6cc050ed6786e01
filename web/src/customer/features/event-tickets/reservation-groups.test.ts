import { expect, test } from 'vitest'
import { samples } from '../../../testing/samples.ts'
import { groupReservations, hasEnded } from './reservation-groups.ts'

const now = Date.parse('2026-12-12T15:00:00Z')
const { reservation } = samples
const [ticket] = reservation.tickets
const withTicket = (state: 'used' | 'released') => ({ ...reservation, tickets: [{ ...ticket!, state }] })

test('holds and confirmed reservations with a valid ticket are usable', () => {
  const held = { ...reservation, state: 'held' as const, tickets: [] }
  const partlyUsed = { ...reservation, tickets: [{ ...ticket!, state: 'used' as const }, ticket!] }
  const usable = [held, reservation, partlyUsed]
  expect(groupReservations(usable, now)).toEqual({ usable, sessionCancelled: [], past: [] })
})

test('cancelled, expired, released and used reservations are past ones', () => {
  const past = [
    { ...reservation, state: 'cancelled' as const },
    { ...reservation, state: 'expired' as const, tickets: [] },
    { ...reservation, state: 'released' as const },
    withTicket('used'),
    withTicket('released'),
  ]
  expect(groupReservations(past, now)).toEqual({ usable: [], sessionCancelled: [], past })
})

test('a session that the club cancelled is listed separately until its day has passed', () => {
  const cancelled = { ...reservation, state: 'cancelled' as const, session_cancelled: { reason: 'Chuva.' } }
  expect(groupReservations([cancelled], now).sessionCancelled).toEqual([cancelled])
  const past = { ...cancelled, starts_at: '2026-12-01T15:00:00Z' }
  expect(groupReservations([past], now).past).toEqual([past])
})

test('a session has ended a day after its start', () => {
  expect(hasEnded({ starts_at: '2026-12-11T15:00:00Z' }, now)).toBe(false)
  expect(hasEnded({ starts_at: '2026-12-11T14:59:59Z' }, now)).toBe(true)
})
