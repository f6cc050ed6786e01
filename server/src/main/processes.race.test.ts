import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { inTransaction, type Db } from '../db/database.ts'
import { createJobs } from '../db/jobs.ts'
import { deliveryQueue } from '../modules/messaging/send-message.ts'
import { withEmbeddedClub } from '../testing/embedded-club.ts'
import { databaseUrl } from '../testing/postgres-for-tests.ts'
import { startReservationLoad } from '../testing/reservation-load.ts'
import { startServerProcess, type ServerProcess } from '../testing/server-process.ts'

/** Processes that the given one has started. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

const ascending = (pids: Iterable<number>): number[] => [...pids].toSorted((a, b) => a - b)

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Sends requests on new connections. @returns the ids of the processes that answered since the start */
const answeringProcesses = async ({ url, output }: ServerProcess): Promise<number[]> => {
  for (let request = 0; request < 10; request += 1)
    await fetch(`${url}/health/live`, {
      headers: { connection: 'close' },
      // A connection that is handed to a process which has just been killed is never answered.
      signal: AbortSignal.timeout(1_000),
    })
  const lines = output()
    .split('\n')
    .filter((line) => line.includes('"route":"/health/live"'))
  return ascending(new Set(lines.map((line) => (JSON.parse(line) as { pid: number }).pid)))
}

/** Enqueues deliveries. @returns how often each was started */
const runJobs = async (db: Db, url: string): Promise<number[]> => {
  await sql`create table job_start (id uuid)`.execute(db)
  await sql`
    create function record_job_start() returns trigger language plpgsql as $$
    begin
      insert into job_start values (new.id);
      return new;
    end $$`.execute(db)
  await sql`
    create trigger record_start after update on pgboss.job for each row
    when (old.state <> 'active' and new.state = 'active') execute function record_job_start()`.execute(db)
  const jobs = createJobs({ url, onError: () => {} })
  await jobs.start()
  await inTransaction(db, async (tx) => {
    for (let job = 0; job < 60; job += 1) await jobs.enqueue(tx, deliveryQueue, { message_id: randomUUID() })
  })
  await jobs.stop()
  const starts = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) from job_start group by id`.execute(db)
    return rows.map(({ count }) => count)
  }
  await expect.poll(async () => (await starts()).length).toBe(60)
  return starts()
}

test('two processes serve one port and run each job once, are replaced when killed and on SIGHUP without a lost request, and end with their database', async () => {
  const env = { PROCESSES: '2', LOG_LEVEL: 'info' }
  await withEmbeddedClub(
    async ({ server, db, url, postgresPid }) => {
      const workersOf = () => childrenOf(server.pid).filter((pid) => pid !== postgresPid())
      await expect.poll(() => answeringProcesses(server)).toHaveLength(2)
      const first = workersOf()
      expect(await answeringProcesses(server)).toEqual(ascending(first))
      expect(await runJobs(db, url)).toEqual(Array.from({ length: 60 }, () => 1))

      const [killed = 0, kept = 0] = first
      process.kill(killed, 'SIGKILL')
      await expect.poll(() => answeringProcesses(server)).toHaveLength(3)
      expect(workersOf()).toEqual([kept, expect.any(Number)])

      const second = workersOf()
      const load = await startReservationLoad(db, { urls: () => [server.url], people: 20_000, clients: 10 })
      await load.confirm(50)
      process.kill(server.pid, 'SIGHUP')
      await expect.poll(() => server.output()).toContain('all processes were replaced')
      await load.confirm(50)
      await load.stop()
      expect(load.statuses).toEqual({ 200: expect.any(Number) })
      expect(await load.compare(db)).toMatchObject({ missing: 0, duplicates: 0 })
      const third = workersOf()
      expect(third).toHaveLength(2)
      expect(third.filter((pid) => second.includes(pid))).toEqual([])

      const all = [postgresPid(), ...third]
      expect(await server.kill('SIGTERM')).toBe(0)
      expect(all.filter(isAlive)).toEqual([])
    },
    { env },
  )
})

test('a server whose processes cannot start exits with the reason', async () => {
  const env = {
    PROCESSES: '2',
    DATABASE_URL: databaseUrl(inject('postgresUrl'), 'no_such_database'),
    CLUB_SECRET: Buffer.alloc(32, 'k').toString('base64'),
  }
  await expect(startServerProcess({ env })).rejects.toThrow(
    /exited \(1\)[^]*The database refuses the connection: 3D000/,
  )
})
