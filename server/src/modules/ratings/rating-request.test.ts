import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { expect, test } from 'vitest'
import { askedBefore, expiryOfRequest, requestRefusal } from './rating-request.ts'

const now = new Date('2026-11-21T15:00:00Z')
const open: Parameters<typeof requestRefusal>[0] = {
  is_rated: false,
  withdrawn_at: null,
  expires_at: new Date('2026-11-21T15:00:01Z'),
}
const refusal = (change: Partial<typeof open>) => requestRefusal({ ...open, ...change }, now, defaultTimeZone)

test('a request can be answered before its deadline, once, unless it was withdrawn', () => {
  expect(refusal({})).toBeNull()
  expect(refusal({ expires_at: now })).toEqual({
    ok: false,
    code: 'ratings.expired',
    values: { date: '21/11/2026' },
  })
  expect(refusal({ withdrawn_at: now })?.code).toBe('ratings.withdrawn')
  // An answered purchase stays answered, even after the deadline or a reversal.
  expect(refusal({ is_rated: true, withdrawn_at: now, expires_at: now })?.code).toBe('ratings.already-rated')
})

test('a person has 60 days to answer and is asked again after 30', () => {
  expect(expiryOfRequest(now)).toEqual(new Date('2027-01-20T15:00:00Z'))
  expect(askedBefore(now)).toEqual(new Date('2026-10-22T15:00:00Z'))
})
