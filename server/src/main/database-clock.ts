import { sql } from 'kysely'
import type { Clock } from '../ports/clock.ts'
import type { Db } from '../db/database.ts'

/** Smaller differences are ignored, so that the clock does not jump with each measurement. */
const toleranceMs = 100

export type DatabaseClock = {
  readonly now: Clock
  /** Measures the offset from the database's clock; without a response, the last offset is kept. */
  readonly synchronize: () => Promise<void>
}

/** Counts from the start of the process, so that a step of the system clock does not move it. */
const monotonicClock: Clock = () => new Date(performance.timeOrigin + performance.now())

/**
 * A clock that follows the database's: the clocks of machines differ, and jobs become due by the database's clock.
 * Between two measurements it advances monotonically.
 */
export const createDatabaseClock = (db: Db, local: Clock = monotonicClock): DatabaseClock => {
  let offsetMs = 0
  return {
    now: () => new Date(local().getTime() + offsetMs),
    synchronize: async () => {
      const before = local().getTime()
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
      const after = local().getTime()
      const measuredMs = (rows[0]?.now.getTime() ?? after) - (before + after) / 2
      // The database's clock was read at some instant between the two.
      const errorMs = (after - before) / 2 + toleranceMs
      if (Math.abs(measuredMs - offsetMs) > errorMs) offsetMs = Math.round(measuredMs)
    },
  }
}
