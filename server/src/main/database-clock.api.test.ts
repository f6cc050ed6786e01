import { expect, test, vi } from 'vitest'
import { useDatabase } from '../testing/database.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createDatabaseClock } from './database-clock.ts'

const database = useDatabase()
const minuteMs = 60_000
/** The difference between a clock and the database's, in minutes. */
const minutesFromDatabase = async (now: Date) => {
  const { rows } = await database.pool.query<{ now: Date }>('select clock_timestamp() as now')
  return Math.round((now.getTime() - (rows[0]?.now.getTime() ?? 0)) / minuteMs)
}

test.each([-180, -3, 0, 3, 180])(
  'a clock that is off by %i minutes follows the database’s clock',
  async (minutes) => {
    const clock = createDatabaseClock(database.db, () => new Date(Date.now() + minutes * minuteMs))
    expect(await minutesFromDatabase(clock.now())).toBeCloseTo(minutes)
    await clock.synchronize()
    expect(await minutesFromDatabase(clock.now())).toBeCloseTo(0)
  },
)

test('a difference within the measurement error does not adjust the clock', async () => {
  const local = createFakeClock(new Date().toISOString())
  const clock = createDatabaseClock(database.db, () => {
    // The local clock advances ten minutes with each reading: the database's time lies between two readings.
    local.advance(10 * minuteMs)
    return local.now()
  })
  local.advance(-20 * minuteMs)
  await clock.synchronize()
  const adjusted = clock.now()
  expect(adjusted).toEqual(local.now())
})

test('a step of the system clock does not move the clock between two measurements', async () => {
  const clock = createDatabaseClock(database.db)
  await clock.synchronize()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * minuteMs })
  try {
    expect(await minutesFromDatabase(clock.now())).toBeCloseTo(0)
  } finally {
    vi.useRealTimers()
  }
})
