import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { expect, test } from 'vitest'
import { outcomeOf } from './describe-outcomes.ts'

const now = new Date('2026-12-10T15:10:00Z')
const held = {
  state: 'held' as const,
  created_at: new Date('2026-12-10T15:00:00Z'),
  expires_at: new Date('2026-12-10T15:15:00Z'),
  quantity: 2,
  session_title: 'Sábado, 19h',
  starts_at: new Date('2026-12-12T22:00:00Z'),
  session_cancelled_at: null,
}

test.each([
  ['a hold waits for its confirmation', {}, 'unconfirmed', 'Confirme até 12:15.'],
  [
    'a hold expires by the clock',
    { created_at: new Date('2026-12-10T14:54:59Z') },
    'expired',
    'A reserva não foi confirmada a tempo.',
  ],
  ['a confirmed reservation completes its participation', { state: 'confirmed' }, 'completed', null],
  ['a reservation that its customer cancelled has no note', { state: 'cancelled' }, 'cancelled', null],
  [
    'the reservations of a cancelled session are cancelled',
    { state: 'confirmed', session_cancelled_at: now },
    'cancelled',
    'A sessão foi cancelada.',
  ],
  [
    'a reservation cancelled before its session has no note',
    { state: 'cancelled', session_cancelled_at: now },
    'cancelled',
    null,
  ],
  [
    'the places of a customer who did not arrive were released',
    { state: 'released' },
    'expired',
    'Ninguém chegou a tempo, e os lugares foram liberados.',
  ],
] as const)('%s', (_title, change, status, note) => {
  expect(outcomeOf({ ...held, ...change }, now, defaultTimeZone)).toEqual({
    status,
    subject: { title: 'Sábado, 19h, 2 ingressos', starts_at: '2026-12-12T22:00:00.000Z' },
    note,
  })
})
