import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { useDatabase } from '../testing/database.ts'
import { countOpenJobs, createTestJobs, makeJobsDue } from '../testing/jobs.ts'
import { databaseUrl } from '../testing/postgres-for-tests.ts'
import { inTransaction } from './database.ts'
import { createJobs, type JobQueue } from './jobs.ts'
import { prepareJobs } from './jobs-schema.ts'

const database = useDatabase()
const waiting = { timeout: 20_000, interval: 20 }

const greetings: JobQueue<{ name: string }> = { name: 'greetings', expireInSeconds: 60, retryLimit: 3 }

const keyed: JobQueue<{ name: string }> = { ...greetings, name: 'keyed-greetings', keyOf: ({ name }) => name }

describe('jobs', () => {
  const greeted: string[] = []
  let failures = 0
  let finishSlow = () => {}
  const errors: Error[] = []
  let jobs: ReturnType<typeof createTestJobs>

  beforeAll(async () => {
    jobs = createTestJobs(database, { onError: (error) => errors.push(error as Error) })
    jobs.work(greetings, async ({ name }) => {
      if (name === 'failing once' && failures === 0) {
        failures += 1
        throw new Error('first attempt')
      }
      greeted.push(name)
    })
    jobs.work(keyed, async ({ name }) => {
      if (name === 'ana') await inTransaction(database.db, (tx) => jobs.enqueue(tx, keyed, { name }))
      if (name === 'slow') await new Promise<void>((resolve) => (finishSlow = resolve))
      greeted.push(name)
    })
    await jobs.start()
  })

  test('a job runs once its transaction commits', async () => {
    await inTransaction(database.db, (tx) => jobs.enqueue(tx, greetings, { name: 'committed' }))
    await vi.waitFor(() => expect(greeted).toEqual(['committed']), waiting)
  })

  test('a job is not created when its transaction rolls back', async () => {
    greeted.length = 0
    const rolledBack = inTransaction(database.db, async (tx) => {
      await jobs.enqueue(tx, greetings, { name: 'rolled back' })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await countOpenJobs(database)).toBe(0)
    await inTransaction(database.db, (tx) => jobs.enqueue(tx, greetings, { name: 'afterwards' }))
    await vi.waitFor(() => expect(greeted).toEqual(['afterwards']), waiting)
  })

  test('a job is dropped while another one with its key is queued or running', async () => {
    greeted.length = 0
    await inTransaction(database.db, async (tx) => {
      for (const name of ['ana', 'ana', 'eva']) await jobs.enqueue(tx, keyed, { name })
    })
    await vi.waitFor(async () => {
      expect(greeted.toSorted()).toEqual(['ana', 'eva'])
      expect(await countOpenJobs(database)).toBe(0)
    }, waiting)
  })

  test('a completed job does not block its key while a job enqueued together with it is running', async () => {
    greeted.length = 0
    const enqueue = (names: readonly string[]) =>
      inTransaction(database.db, async (tx) => {
        for (const name of names) await jobs.enqueue(tx, keyed, { name })
      })
    const expectOpen = (count: number) =>
      vi.waitFor(async () => expect(await countOpenJobs(database)).toBe(count), waiting)
    await enqueue(['slow', 'eva'])
    await expectOpen(1)
    await enqueue(['eva'])
    await vi.waitFor(() => expect(greeted).toEqual(['eva', 'eva']), waiting)
    finishSlow()
    await expectOpen(0)
  })

  test('a job with a key whose process died is run again once its heartbeat is stale', async () => {
    greeted.length = 0
    const name = 'lost'
    await inTransaction(database.db, (tx) => jobs.enqueue(tx, keyed, { name }, 90))
    await sql`
      update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '31 seconds'
      where data ->> 'name' = ${name}`.execute(database.db)
    await vi.waitFor(async () => {
      await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(database.db)
      expect(greeted).toEqual([name])
    }, waiting)
  })

  test('a job is retried after an exception', async () => {
    greeted.length = 0
    await inTransaction(database.db, (tx) => jobs.enqueue(tx, greetings, { name: 'failing once' }))
    await vi.waitFor(async () => {
      await makeJobsDue(database)
      expect(greeted).toEqual(['failing once'])
    }, waiting)
    expect(failures).toBe(1)
    expect(errors).toMatchObject([{ message: 'first attempt' }])
  })

  test('a delayed job is not due before its delay has passed', async () => {
    await inTransaction(database.db, (tx) => jobs.enqueue(tx, greetings, { name: 'later' }, 90))
    const { rows } = await sql<{ seconds: number }>`
      select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job
      where data ->> 'name' = 'later'`.execute(database.db)
    expect(rows).toEqual([{ seconds: 90 }])
  })

  test('each job is processed by exactly one of two job runners', async () => {
    greeted.length = 0
    const other: string[] = []
    const second = createTestJobs(database)
    second.work(greetings, async ({ name }) => void other.push(name))
    await second.start()
    const names = Array.from({ length: 40 }, (_, index) => `guest ${index}`)
    await inTransaction(database.db, async (tx) => {
      for (const name of names) await jobs.enqueue(tx, greetings, { name })
    })
    await vi.waitFor(() => expect(greeted.length + other.length).toBe(40), waiting)
    expect([...greeted, ...other].toSorted()).toEqual(names.toSorted())
  })

  test('stopping the job runner waits for running jobs', async () => {
    let release = () => {}
    let isRunning = false
    let isDone = false
    const slow: JobQueue<object> = { name: 'slow', expireInSeconds: 60, retryLimit: 0 }
    const runner = createTestJobs(database)
    runner.work(slow, async () => {
      isRunning = true
      await new Promise<void>((resolve) => (release = resolve))
      isDone = true
    })
    await runner.start()
    await inTransaction(database.db, (tx) => runner.enqueue(tx, slow, {}))
    await vi.waitFor(() => expect(isRunning).toBe(true), waiting)
    const stopped = runner.stop()
    release()
    await stopped
    expect(isDone).toBe(true)
    const { rows } = await sql`select state from pgboss.job where name = 'slow'`.execute(database.db)
    expect(rows).toEqual([{ state: 'completed' }])
  })
})

describe('the tables of the job runner', () => {
  const name = `test_${randomBytes(8).toString('hex')}`
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  beforeAll(() => administer(`create database ${name}`))
  afterAll(() => administer(`drop database if exists ${name} with (force)`))

  test('the job runner starts after concurrent preparations of its tables', async () => {
    const url = databaseUrl(inject('postgresUrl'), name)
    await Promise.all(Array.from({ length: 4 }, () => prepareJobs(url)))
    const jobs = createJobs({ url, onError: () => {} })
    await jobs.start()
    await jobs.stop()
  })
})
