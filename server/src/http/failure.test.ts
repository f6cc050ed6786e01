import pg from 'pg'
import { expect, test } from 'vitest'
import { DatabaseFailure } from '../db/database-failure.ts'
import { failureOf } from './failure.ts'

test.each([
  ['a statement timeout', '57014', 503],
  ['a lock that was not granted in time', '55P03', 503],
  ['a violated constraint', '23505', 500],
])('%s (SQLSTATE %s) becomes status %i', (_failure, code, status) => {
  const error = Object.assign(new pg.DatabaseError('canceling statement', 0, 'error'), { code })
  expect(failureOf(new DatabaseFailure(error), undefined, 'r1')).toMatchObject({
    status,
    ...(status === 503 ? { retryAfterSeconds: 5, body: { code: 'request.unavailable' } } : {}),
  })
})
