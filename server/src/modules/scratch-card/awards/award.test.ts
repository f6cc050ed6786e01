import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { describe, expect, test } from 'vitest'
import { awardStateAt, endedAwardRefusal, needsAccount, needsSignature, type Award } from './award.ts'

const deadline = new Date('2026-12-20T15:00:00Z')
const beforeDeadline = new Date('2026-12-20T14:59:59Z')
const pending: Pick<Award, 'state' | 'expires_at' | 'held_until' | 'ended_at'> = {
  state: 'pending',
  expires_at: deadline,
  held_until: null,
  ended_at: null,
}

describe('the state of an award', () => {
  test('a pending award expires at its deadline, whether or not that is stored', () => {
    expect(awardStateAt(pending, beforeDeadline)).toBe('pending')
    expect(awardStateAt(pending, deadline)).toBe('expired')
  })

  test('an award that is held after an undone delivery expires when the hold ends', () => {
    const held = { ...pending, held_until: new Date('2026-12-21T03:00:00Z') }
    expect(awardStateAt(held, deadline)).toBe('pending')
    expect(awardStateAt(held, held.held_until)).toBe('expired')
  })

  test('delivered points never expire', () => {
    const points = { state: 'delivered', expires_at: null, held_until: null } as const
    expect(awardStateAt(points, new Date('2030-01-01T00:00:00Z'))).toBe('delivered')
  })
})

describe('an award that has ended', () => {
  const refusalOf = (change: Partial<typeof pending>, now = beforeDeadline) =>
    endedAwardRefusal({ ...pending, ...change }, now, defaultTimeZone)

  test('a pending award can be delivered', () => {
    expect(refusalOf({})).toBeNull()
  })

  test('each state of an award that has ended has its own refusal', () => {
    const ended_at = new Date('2026-12-19T20:30:00Z')
    expect(refusalOf({ state: 'delivered', ended_at })).toEqual({
      ok: false,
      code: 'scratch-card.already-delivered',
      values: { date: '19/12/2026', time: '17:30' },
    })
    expect(refusalOf({ state: 'cancelled', ended_at })).toMatchObject({
      code: 'scratch-card.award-cancelled',
    })
    expect(refusalOf({}, deadline)).toMatchObject({ values: { date: '20/12/2026' } })
  })

  test('the refusal of a prize whose deadline is midnight states the previous day', () => {
    const midnight = new Date('2026-12-20T03:00:00Z')
    expect(refusalOf({ expires_at: midnight }, midnight)).toMatchObject({ values: { date: '19/12/2026' } })
  })
})

test('a prize of the configured value or more needs a signature and an account, points never do', () => {
  const settings = { signature_from_cents: 10_000, account_from_cents: 50_000 }
  const prize = (value_cents: number) => ({ kind: 'goods' as const, value_cents })
  expect([9999, 10_000].map((value) => needsSignature(settings, prize(value)))).toEqual([false, true])
  expect([49_999, 50_000].map((value) => needsAccount(settings, prize(value)))).toEqual([false, true])
  const points = { kind: 'points' as const, value_cents: 90_000 }
  expect([needsSignature(settings, points), needsAccount(settings, points)]).toEqual([false, false])
  const never = { signature_from_cents: null, account_from_cents: null }
  expect([needsSignature(never, prize(90_000)), needsAccount(never, prize(90_000))]).toEqual([false, false])
})
