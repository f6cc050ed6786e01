import pg from 'pg'
import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '../db/database-failure.ts'
import { createApp } from '../http/app.ts'
import { createLog, outageLogOf } from './log.ts'

const capture = () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  return { lines, log }
}

test('an error is logged without the objects that a driver attaches to it', async () => {
  const { lines, log } = capture()
  const client = new pg.Client({ connectionString: 'postgresql://clube:secret-password@localhost/clube' })
  const error = Object.assign(new Error('Connection terminated'), { client, code: 'ECONNRESET' })
  const { log: requestLog } = await createApp({ log, baseUrl: 'http://localhost', trustProxy: false })
  requestLog.error({ err: new Error('outer', { cause: error }) }, 'failed')
  log.error({ err: error }, 'failed')
  expect(lines).toHaveLength(2)
  for (const line of lines)
    expect(line).not.toMatch(/secret-password|connectionParameters|secretKey|"client"/)
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    err: { type: 'Error', message: 'Connection terminated', code: 'ECONNRESET' },
  })
})

test('failures during a database outage are not logged individually; the outage is logged once', () => {
  const { lines, log } = capture()
  const outages = outageLogOf(log)
  const error = new DatabaseUnavailable('unreachable', new Error('connect ECONNREFUSED'))
  for (let request = 0; request < 100; request += 1) {
    outages.failed(error)
    log.error({ err: error }, 'request failed')
  }
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('connect ECONNREFUSED')
})
