import { expect, test } from 'vitest'
import { deletionDateOf, deletionDueBefore } from './deletion.ts'

const asked = new Date('2026-11-21T15:00:00Z')

test('an account ends 30 days after the request, to the instant', () => {
  expect(deletionDateOf(asked)).toEqual(new Date('2026-12-21T15:00:00Z'))
})

test('a request is due exactly when its date has come', () => {
  const date = deletionDateOf(asked)
  expect(asked <= deletionDueBefore(date)).toBe(true)
  expect(asked <= deletionDueBefore(new Date(date.getTime() - 1))).toBe(false)
})
