import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { createJobs, type Jobs, type JobsOptions } from '../db/jobs.ts'
import type { TestDatabase } from './database.ts'

/**
 * Makes waiting jobs due, including retries and delayed ones, and announces them as the library does, or job runners would
 * notice them only when they poll.
 */
export const skipJobDelays = async ({ db }: Pick<TestDatabase, 'db'>): Promise<void> => {
  await sql`
    with due as (
      update pgboss.job set start_after = now() where state in ('created', 'retry') returning name
    )
    select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), name)
    from (select distinct name from due) queue`.execute(db)
}

/** Makes waiting jobs due, including retries and delayed ones, and makes active jobs expire. */
export const makeJobsDue = async ({ db }: Pick<TestDatabase, 'db'>): Promise<void> => {
  await skipJobDelays({ db })
  await sql`update pgboss.job set started_on = started_on - interval '1 day' where state = 'active'`.execute(
    db,
  )
}

/** Number of waiting and running jobs. */
export const countOpenJobs = async ({ db }: TestDatabase): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pgboss.job where state in ('created', 'retry', 'active')`.execute(db)
  return rows[0]?.count ?? 0
}

/** A job runner on the test file's database with a short polling interval, stopped after the file. */
export const createTestJobs = (database: TestDatabase, options: Partial<JobsOptions> = {}): Jobs => {
  const jobs = createJobs({
    url: database.url,
    onError: () => {},
    pollSeconds: 0.5,
    superviseSeconds: 1,
    ...options,
  })
  afterAll(() => jobs.stop())
  return jobs
}
