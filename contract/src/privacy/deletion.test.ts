import { expect, test } from 'vitest'
import { deletionDateOf, deletionDueBefore } from './deletion.ts'

const requestedAt = new Date('2026-11-21T15:00:00Z')

test('an account is due for anonymization exactly 30 days after the request', () => {
  expect(deletionDateOf(requestedAt)).toEqual(new Date('2026-12-21T15:00:00Z'))
})

test('a deletion request is due from the instant of its deletion date on, not before', () => {
  const date = deletionDateOf(requestedAt)
  expect(requestedAt <= deletionDueBefore(date)).toBe(true)
  expect(requestedAt <= deletionDueBefore(new Date(date.getTime() - 1))).toBe(false)
})
