import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { expect, test } from 'vitest'
import { outcomeOf } from './describe-outcomes.ts'

const now = new Date('2026-12-10T15:10:00Z')
const held = {
  state: 'held' as const,
  created_at: new Date('2026-12-10T15:00:00Z'),
  expires_at: new Date('2026-12-10T15:15:00Z'),
  quantity: 2,
  session_title: 'Concerto de Natal',
  starts_at: new Date('2026-12-12T22:00:00Z'),
  session_cancelled_at: null,
}

test.each([
  ['the participation of a hold is unconfirmed', {}, 'unconfirmed', 'Confirme até 12:15.'],
  [
    'the participation of an expired hold is expired',
    { created_at: new Date('2026-12-10T14:54:59Z') },
    'expired',
    'A reserva não foi confirmada a tempo.',
  ],
  ['the participation of a confirmed reservation is completed', { state: 'confirmed' }, 'completed', null],
  [
    'the participation of a reservation that its customer cancelled is cancelled, without a note',
    { state: 'cancelled' },
    'cancelled',
    null,
  ],
  [
    'the participation in a cancelled session is cancelled, with a note',
    { state: 'confirmed', session_cancelled_at: now },
    'cancelled',
    'A sessão foi cancelada.',
  ],
  [
    'a reservation cancelled before its session was cancelled has no note',
    { state: 'cancelled', session_cancelled_at: now },
    'cancelled',
    null,
  ],
  [
    'the participation of a customer who did not arrive is expired',
    { state: 'released' },
    'expired',
    'Ninguém chegou a tempo, e os lugares foram liberados.',
  ],
] as const)('%s', (_title, change, status, note) => {
  expect(outcomeOf({ ...held, ...change }, now, defaultTimeZone)).toEqual({
    status,
    subject: { title: 'Concerto de Natal, 2 ingressos', starts_at: '2026-12-12T22:00:00.000Z' },
    note,
  })
})
