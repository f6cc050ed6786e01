import { expect, test } from 'vitest'
import { describeStatus } from './describe-participations.ts'

const now = new Date('2026-12-10T15:00:00Z')
const transaction = {
  state: 'open',
  expires_at: new Date('2026-12-10T15:00:01Z'),
  return_note: null,
} as const
const outcome = {
  status: 'unconfirmed',
  subject: { title: 'Concerto de Natal', starts_at: null },
  note: 'Confirme.',
} as const

test.each([
  ['open', {}, undefined, { status: 'open', subject: null, note: null }],
  ['open until it expires', { expires_at: now }, undefined, { status: 'expired', subject: null, note: null }],
  ['processing', { state: 'unknown' }, undefined, { status: 'processing', subject: null, note: null }],
  ['refused if it failed', { state: 'failed' }, undefined, { status: 'refused', subject: null, note: null }],
  ['that of its outcome as its kind describes it', { state: 'completed' }, outcome, outcome],
  [
    'completed if its kind does not describe the outcome',
    { state: 'completed' },
    undefined,
    { status: 'completed', subject: null, note: null },
  ],
  ['reversed by staff', { state: 'reversed' }, outcome, { ...outcome, status: 'reversed', note: null }],
  [
    'cancelled if it was returned',
    { state: 'reversed', return_note: 'A sessão foi cancelada.' },
    outcome,
    { ...outcome, status: 'cancelled', note: 'A sessão foi cancelada.' },
  ],
] as const)('the status of a participation is %s', (_title, change, known, expected) => {
  expect(describeStatus({ ...transaction, ...change }, known, now)).toEqual(expected)
})
