import pg from 'pg'
import { expect, test } from 'vitest'
import { DatabaseUnavailable, foreignDatabaseErrorOf } from './database-failure.ts'
import { createOutageLog } from './outage-log.ts'

const start = () => {
  const lines: unknown[] = []
  let now = 0
  const outages = createOutageLog(
    { began: ({ message }) => lines.push(message), ended: (outage) => lines.push(outage) },
    () => now,
  )
  const fail = () => outages.failed(new DatabaseUnavailable('lost', new Error('connection ended')))
  const advance = (ms: number) => {
    now += ms
  }
  return { lines, fail, succeed: outages.succeeded, advance }
}

test('an outage with many failed statements is reported once, and its end once', () => {
  const { lines, fail, succeed, advance } = start()
  succeed()
  for (let failure = 0; failure < 500; failure += 1) {
    fail()
    advance(100)
    succeed()
  }
  expect(lines).toEqual(['connection ended'])
  advance(3_000)
  succeed()
  succeed()
  expect(lines).toEqual(['connection ended', { seconds: 50, failures: 500 }])
})

test('a second database outage is reported as well', () => {
  const { lines, fail, succeed, advance } = start()
  fail()
  advance(3_000)
  succeed()
  fail()
  expect(lines).toEqual(['connection ended', { seconds: 0, failures: 1 }, 'connection ended'])
})

test('errors of the job runner’s own connections are recognized, including in the copies that it reports', () => {
  const copyOf = (error: Error) => ({
    ...error,
    message: `${error.message} (Queue: x)`,
    stack: error.stack,
    queue: 'x',
  })
  const ended = Object.assign(new pg.DatabaseError('terminating connection', 0, 'error'), {
    severity: 'FATAL',
    code: '57P01',
  })
  const refused = Object.assign(new Error('connect ENOENT'), { code: 'ENOENT', syscall: 'connect' })
  const lost = Object.assign(new Error('Connection terminated unexpectedly'), { client: {} })
  for (const error of [ended, refused, lost])
    for (const reported of [error, copyOf(error)])
      expect(foreignDatabaseErrorOf(reported)).toBeInstanceOf(DatabaseUnavailable)
  const violated = Object.assign(new pg.DatabaseError('duplicate key: Maria', 0, 'error'), {
    severity: 'ERROR',
    code: '23505',
  })
  expect(foreignDatabaseErrorOf(copyOf(violated)).message).toBe('23505: statement failed')
  expect(foreignDatabaseErrorOf(copyOf(new Error('other')))).toMatchObject({ message: 'other (Queue: x)' })
})
