import { describe, expect, test } from 'vitest'
import { duePass, overdueSince, type ProofState } from './proof.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21) + hour * 3_600_000)
const state = (change: Partial<ProofState> = {}): ProofState => ({
  name: 'toys',
  known_since: at(0),
  pass: null,
  mark: null,
  requested_at: null,
  started_at: at(0),
  full_started_at: at(0),
  proved_at: at(0),
  full_proved_at: at(0),
  ...change,
})

describe('the next pass of a proof', () => {
  test('the first pass of a proof is a full one', () => {
    expect(duePass(state({ started_at: null, full_started_at: null }), at(0))).toBe('full')
  })
  test('no pass is due 0.99 hours after a full one', () => {
    expect(duePass(state(), at(0.99))).toBeNull()
  })
  test.each([
    [1, 'recent'],
    [23.9, 'recent'],
    [24, 'full'],
  ])('the pass due %d hours after a full one is a %s one', (hours, kind) => {
    expect(duePass(state(), at(hours))).toBe(kind)
  })
  test('a recent pass is due an hour after the last one', () => {
    expect(duePass(state({ started_at: at(5) }), at(5))).toBeNull()
    expect(duePass(state({ started_at: at(5) }), at(6))).toBe('recent')
  })
  test('a full pass is due when the last one is recorded as started in the future', () => {
    expect(duePass(state({ started_at: at(30), full_started_at: at(30) }), at(0))).toBe('full')
  })
})

describe('overdue proofs', () => {
  test.each([
    [
      'is not overdue when the last recent pass ended exactly 3 hours ago',
      state({ full_proved_at: at(2) }),
      at(3),
      null,
    ],
    [
      'is overdue when the last recent pass ended more than 3 hours ago',
      state(),
      new Date(at(3).getTime() + 1),
      at(0),
    ],
    [
      'is not overdue when the last full pass ended exactly 48 hours ago',
      state({ proved_at: at(48) }),
      at(48),
      null,
    ],
    ['is overdue when the last full pass ended 49 hours ago', state({ proved_at: at(49) }), at(49), at(0)],
    [
      'is overdue when it was registered 4 hours ago and its last pass is recorded as ended in the future',
      state({ proved_at: at(28), full_proved_at: at(28) }),
      at(4),
      at(0),
    ],
    [
      'is overdue when it was registered 4 hours ago and no pass has ended',
      state({ proved_at: null, full_proved_at: null }),
      at(4),
      at(0),
    ],
    [
      'is not overdue when it was registered 2 hours ago and no pass has ended',
      state({ proved_at: null, full_proved_at: null }),
      at(2),
      null,
    ],
  ])('a proof %s', (_verdict, proof, now, since) => {
    expect(overdueSince(proof, now)).toEqual(since)
  })
})
