import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { jobSchema } from './jobs.ts'

/** Key of the advisory lock; unique within the product. */
const jobSchemaLock = 7_151_823_005

/**
 * Migrates the job runner's tables, after `migrate`. Concurrent processes wait for the first one, after which nothing
 * is left to migrate.
 */
export const prepareJobs = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  // Reported by the next statement.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [jobSchemaLock])
    const boss = new PgBoss({
      connectionString: url,
      max: 1,
      schema: jobSchema,
      supervise: false,
      schedule: false,
    })
    let failure: Error | undefined
    boss.on('error', (error) => (failure ??= error))
    await boss.start()
    await boss.stop({ graceful: false })
    if (failure) throw failure
  } finally {
    // The lock is released with its connection.
    await client.end()
  }
}
