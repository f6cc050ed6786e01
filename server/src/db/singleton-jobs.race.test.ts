import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useDatabase } from '../testing/database.ts'
import { createSingletonJobs, type SingletonJob } from './singleton-jobs.ts'

const database = useDatabase()
const script = join(import.meta.dirname, '../testing/singleton-job-process.ts')

const startProcess = (mode: 'count' | 'hang'): ChildProcess =>
  spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, script, mode], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Counts runs of the job in this process. */
const countingJob = (name: string, everyMs = 0) => {
  const counter = { runs: 0 }
  const job: SingletonJob = { name, everyMs, run: async () => void (counter.runs += 1) }
  return { counter, job }
}
const createJobs = (
  jobs: readonly SingletonJob[],
  onError: (name: string, error: unknown) => void = () => {},
) => createSingletonJobs(database.db, jobs, onError)

describe('two processes with the same periodic job', () => {
  test('runs of one periodic job in two processes never overlap', async () => {
    for (const statement of [
      sql`create table job_process (id bigint generated always as identity)`,
      sql`create table job_run (pid integer not null)`,
      sql`create table job_overlap (running integer not null, maximum integer not null)`,
      sql`insert into job_overlap values (0, 0)`,
    ])
      await statement.execute(database.db)
    const processes = [startProcess('count'), startProcess('count')]
    const codes = await Promise.all(
      processes.map(async (child) => (await once(child, 'close'))[0] as unknown),
    )
    expect(codes).toEqual([0, 0])
    const { rows } = await sql`
      select maximum, running, (select count(distinct pid) from job_run) as processes from job_overlap`.execute(
      database.db,
    )
    expect(rows).toEqual([{ maximum: 1, running: 0, processes: 2 }])
  })

  test('a job of a killed process runs in another one once its lease has expired', async () => {
    const child = startProcess('hang')
    if (!child.stdout) throw new Error('The process has no output')
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    const { counter, job } = countingJob('counted')
    const jobs = createJobs([job])
    await jobs.runAll()
    expect(counter.runs).toBe(0)
    await sql`update singleton_job set lease_until = now() - interval '1 second'`.execute(database.db)
    await jobs.runAll()
    expect(counter.runs).toBe(1)
  })
})

describe('periodic jobs of one process', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  /** Polls for due jobs until the condition holds; a run that is still in progress misses a poll. */
  const pollUntil = (condition: () => boolean) =>
    vi.waitFor(
      async () => {
        await vi.advanceTimersByTimeAsync(30_000)
        expect(condition()).toBe(true)
      },
      { timeout: 20_000, interval: 10 },
    )

  test('a failing job is reported and does not affect the others', async () => {
    const { counter, job } = countingJob('after-a-failing-one')
    const failing = { name: 'failing', everyMs: 0, run: () => Promise.reject(new Error('bad row')) }
    const reported: unknown[] = []
    const jobs = createJobs([failing, job], (name, error) => reported.push([name, error]))
    await expect(jobs.runAll()).rejects.toThrow('Periodic jobs failed')
    expect(counter.runs).toBe(1)
    expect(reported).toEqual([['failing', new Error('bad row')]])
  })

  test('a job runs again when its interval has passed since the last start', async () => {
    const hourly = countingJob('hourly', 3_600_000)
    const other = countingJob('always')
    const jobs = createJobs([hourly.job, other.job])
    jobs.start()
    await pollUntil(() => other.counter.runs >= 2)
    expect(hourly.counter.runs).toBe(1)
    await sql`update singleton_job set started_at = started_at - interval '1 hour' where name = 'hourly'`.execute(
      database.db,
    )
    await pollUntil(() => hourly.counter.runs === 2)
    await jobs.stop()
  })

  test('a job whose last start and lease are in the future, because the database clock was wrong, is due', async () => {
    const { counter, job } = countingJob('ahead', 3_600_000)
    const jobs = createJobs([job])
    await sql`
      insert into singleton_job (name, started_at, lease_token, lease_until)
      values ('ahead', now() + interval '1 day', gen_random_uuid(), now() + interval '1 day')`.execute(
      database.db,
    )
    jobs.start()
    await pollUntil(() => counter.runs === 1)
    await jobs.stop()
  })

  test('a run that has lost its lease is aborted', async () => {
    const reasons: unknown[] = []
    const job = {
      name: 'long',
      everyMs: 0,
      run: async (signal: AbortSignal) => {
        await sql`update singleton_job set lease_token = gen_random_uuid() where name = 'long'`.execute(
          database.db,
        )
        void vi.advanceTimersByTimeAsync(30_000)
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        reasons.push(signal.reason)
      },
    }
    await createJobs([job]).runAll()
    expect(reasons).toMatchObject([{ message: 'The lease of the job long was lost' }])
  })

  test('stopping aborts a running job and waits for it', async () => {
    let hasEnded = false
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const job = {
      name: 'stopped',
      everyMs: 0,
      run: async (signal: AbortSignal) => {
        start()
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        hasEnded = true
      },
    }
    const jobs = createJobs([job])
    jobs.start()
    await vi.advanceTimersByTimeAsync(30_000)
    await started
    await jobs.stop()
    expect(hasEnded).toBe(true)
  })
})
