import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** A periodic job that runs in one process at a time. */
export type SingletonJob = {
  readonly name: string
  /** Time from one start to the next. */
  readonly everyMs: number
  /**
   * Long runs stop at `signal`, when the server stops or the lease is lost. A suspended process notices the loss
   * late, so each statement must be safe to run in two processes.
   */
  readonly run: (signal: AbortSignal) => Promise<void>
}

export type SingletonJobs = {
  /** Starts due jobs from now on. */
  readonly start: () => void
  /** Aborts the running jobs and waits for them for at most five seconds: each is safe to interrupt. */
  readonly stop: () => Promise<void>
  /**
   * Runs every job now, in order, except those running elsewhere.
   * @throws {AggregateError} with the failures, after all jobs
   */
  readonly runAll: () => Promise<void>
}

declare module './tables.ts' {
  interface Tables {
    singleton_job: {
      name: string
      started_at: Date
      lease_token: string | null
      lease_until: Date | null
    }
  }
}

/** How long a job of a dead process blocks the next run. */
const leaseMs = 90_000
const pollMs = 30_000
const stopTimeoutMs = 5_000
/** Pause between the starts of jobs that are due together, so that requests are answered in between. */
const startPauseMs = 200

/**
 * The periodic jobs of a process; processes share them by leases in the database, measured by its clock. A failing job
 * does not affect the others.
 */
export const createSingletonJobs = (
  db: Db,
  jobs: readonly SingletonJob[],
  onError: (name: string, error: unknown) => void,
): SingletonJobs => {
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  let polling: NodeJS.Timeout | undefined

  const runDue = async (): Promise<void> => {
    const due = await listDue(db, jobs)
    for (const job of due) {
      if (stopping.signal.aborted) return
      if (running.has(job.name)) continue
      const run = runLeased(db, job, job.everyMs, stopping.signal)
        .catch((error: unknown) => onError(job.name, error))
        .finally(() => running.delete(job.name))
      running.set(job.name, run)
      await wait(startPauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  return {
    start: () => {
      polling = setInterval(() => {
        runDue().catch((error: unknown) => onError('singleton-jobs', error))
      }, pollMs)
    },
    stop: async () => {
      clearInterval(polling)
      stopping.abort()
      const timer = new AbortController()
      const timeout = wait(stopTimeoutMs, undefined, { signal: timer.signal }).catch(() => {})
      await Promise.race([Promise.all(running.values()), timeout])
      timer.abort()
    },
    runAll: async () => {
      const failures: unknown[] = []
      for (const job of jobs)
        await runLeased(db, job, 0, stopping.signal).catch((error: unknown) => {
          onError(job.name, error)
          failures.push(error)
        })
      if (failures.length > 0) throw new AggregateError(failures, 'Periodic jobs failed')
    },
  }
}

/** Runs the job unless it runs in another process or started less than `everyMs` ago. */
const runLeased = async (
  db: Db,
  { name, run }: SingletonJob,
  everyMs: number,
  stopping: AbortSignal,
): Promise<void> => {
  const lease = await acquireLease(db, name, everyMs)
  if (lease === null) return
  const lost = new AbortController()
  const lose = () => lost.abort(new Error(`The lease of the job ${name} was lost`))
  const expiry = setTimeout(lose, leaseMs)
  const renewal = setInterval(() => {
    renewLease(db, lease).then(
      (isHeld) => (isHeld ? expiry.refresh() : lose()),
      // Without a connection the lease expires.
      () => {},
    )
  }, leaseMs / 3)
  try {
    await run(AbortSignal.any([stopping, lost.signal]))
  } catch (error) {
    if (!stopping.aborted) throw error
  } finally {
    clearTimeout(expiry)
    clearInterval(renewal)
    await releaseLease(db, lease)
  }
}

type Lease = { readonly name: string; readonly token: string }

const intervalOf = (ms: number) => sql`make_interval(secs => ${ms / 1000})`

/**
 * A lease or a start later than possible was set by a wrong clock and is ignored. Not compared with `now()`, which is
 * earlier than the lease of a process that this statement has waited for.
 */
const isFree = sql<boolean>`job.lease_until is null or job.lease_until < now() or job.lease_until > clock_timestamp() + ${intervalOf(leaseMs)}`

const listDue = async (db: Db, jobs: readonly SingletonJob[]): Promise<SingletonJob[]> => {
  const { rows } = await sql<{ name: string; age_ms: number; is_leased: boolean }>`
    select name, extract(epoch from clock_timestamp() - started_at)::float8 * 1000 as age_ms, not (${isFree}) as is_leased
    from singleton_job job`.execute(db)
  const states = new Map(rows.map((row) => [row.name, row]))
  return jobs.filter(({ name, everyMs }) => {
    const state = states.get(name)
    return state === undefined || (!state.is_leased && (state.age_ms < 0 || state.age_ms >= everyMs))
  })
}

/** @returns null when the job is leased or started less than `everyMs` ago */
const acquireLease = async (db: Db, name: string, everyMs: number): Promise<Lease | null> => {
  const { rows } = await sql<Lease>`
    insert into singleton_job as job (name, started_at, lease_token, lease_until)
    values (${name}, now(), gen_random_uuid(), now() + ${intervalOf(leaseMs)})
    on conflict (name) do update
      set started_at = excluded.started_at, lease_token = excluded.lease_token, lease_until = excluded.lease_until
      where (${isFree}) and (job.started_at <= now() - ${intervalOf(everyMs)} or job.started_at > clock_timestamp())
    returning job.name, job.lease_token as token`.execute(db)
  return rows[0] ?? null
}

/** @returns false when another process took the lease */
const renewLease = async (db: Db, { name, token }: Lease): Promise<boolean> => {
  const { rows } = await sql`
    update singleton_job set lease_until = now() + ${intervalOf(leaseMs)}
    where name = ${name} and lease_token = ${token} returning 1`.execute(db)
  return rows.length === 1
}

const releaseLease = async (db: Db, { name, token }: Lease): Promise<void> => {
  await sql`
    update singleton_job set lease_token = null, lease_until = null
    where name = ${name} and lease_token = ${token}`.execute(db)
}
