import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../db/database.ts'
import { spendAccountChange } from '../modules/identity/index.ts'
import { createLimits } from '../modules/limits/index.ts'
import { useDatabase } from '../testing/database.ts'
import { createFakeClock } from '../testing/fake-clock.ts'

const database = useDatabase()
const clock = createFakeClock()
let other: Database

beforeAll(() => {
  other = openDatabase(database.url, { poolSize: 10 })
})
afterAll(() => other.close())

test('only ten of 60 concurrent contact changes by accounts behind one IP, through two connection pools, are accepted', async () => {
  const changes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) => {
      const { db } = index % 2 === 0 ? database : other
      return spendAccountChange(
        { db, clock: clock.now, limits: createLimits(db) },
        {
          customer: { id: `account ${index}`, document_index: Buffer.from([index]) },
          contacts: [{ channel: 'email', to: `pessoa${index}@exemplo.com.br`, is_verified: false }],
          visitor: { ip: '203.0.113.7', device_id: null },
          now: clock.now(),
        },
      )
    }),
  )
  expect(changes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})
