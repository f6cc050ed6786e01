import { expect, test } from 'vitest'
import { ticketsSummary } from './promotion.ts'

const now = Date.parse('2026-11-21T18:30:00Z')
test('the wallet counts valid tickets of upcoming sessions', () => {
  const reservation = {
    state: 'confirmed',
    starts_at: '2026-12-12T18:00:00Z',
    tickets: [{ state: 'valid' }, { state: 'used' }],
  }
  const lineOf = (...reservations: object[]) => ticketsSummary(reservations as never, [], now)
  expect(lineOf()).toBeNull()
  expect(lineOf(reservation)).toBe('1 ingresso, para sáb., 12 de dez., 15h')
  expect(lineOf({ ...reservation, starts_at: '2026-11-01T18:00:00Z' })).toBeNull()
})

test('the wallet shows held places and their deadline until it has passed', () => {
  const held = {
    state: 'held',
    starts_at: '2026-12-12T18:00:00Z',
    expires_at: '2026-11-21T18:42:00Z',
    tickets: [],
  }
  const lineOf = (reservation: object) => ticketsSummary([reservation] as never, [], now)
  expect(lineOf({ ...held, quantity: 2 })).toBe('Confirme 2 ingressos até 15h42')
  expect(lineOf({ ...held, quantity: 1, expires_at: '2026-11-21T18:29:00Z' })).toBeNull()
})

test('the wallet without tickets shows the waiting list and its offer', () => {
  const lineOf = (...states: string[]) => ticketsSummary([], states.map((state) => ({ state })) as never, now)
  expect(lineOf('waiting')).toBe('Na lista de espera')
  const at = (...positions: number[]) =>
    ticketsSummary([], positions.map((position) => ({ state: 'waiting', position })) as never, now)
  expect(at(3)).toBe('Na lista de espera, 3ª posição')
  expect(at(12, 2)).toBe('Na lista de espera, 2ª posição')
  expect(lineOf('waiting', 'offered')).toBe('Chegou a sua vez')
  const cancelled = [{ state: 'left', position: null, session_cancelled: { reason: 'Chuva.' } }]
  expect(ticketsSummary([], cancelled as never, now)).toBeNull()
  const ended = [{ state: 'left', position: null, has_list_ended: true }]
  expect(ticketsSummary([], ended as never, now)).toBeNull()
})
