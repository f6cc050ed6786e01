import { expect, test } from 'vitest'
import { deletionDateOf, deletionDueBefore } from './deletion.ts'

const asked = new Date('2026-11-21T15:00:00Z')

test('an account is due for anonymisation exactly 30 days after the request', () => {
  expect(deletionDateOf(asked)).toEqual(new Date('2026-12-21T15:00:00Z'))
})

test('a deletion request is due from the instant of its date', () => {
  const date = deletionDateOf(asked)
  expect(asked <= deletionDueBefore(date)).toBe(true)
  expect(asked <= deletionDueBefore(new Date(date.getTime() - 1))).toBe(false)
})
