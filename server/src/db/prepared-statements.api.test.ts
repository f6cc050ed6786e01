import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../testing/database.ts'
import { allowLongStatements, inTransaction, openDatabase, type Database, type Db } from './database.ts'
import { DatabaseUnavailable } from './database-failure.ts'

const database = useDatabase()
let pool: Database
beforeAll(async () => {
  pool = openDatabase(database.url, { poolSize: 3 })
  await sql`create table test_note (id int primary key, text text)`.execute(database.db)
})
afterAll(() => pool.close())

const ownPid = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}
/** Terminates a connection from another one, and waits for its end. */
const terminate = (pid: number) => sql`select pg_terminate_backend(${pid}, 10000)`.execute(database.db)
const countNotes = async (id: number): Promise<number> =>
  (await sql`select id from test_note where id = ${id}`.execute(database.db)).rows.length

test('a transaction whose connection is lost is retried on another connection', async () => {
  const pids: number[] = []
  await inTransaction(pool.db, async (tx) => {
    const pid = await ownPid(tx)
    pids.push(pid)
    await sql`insert into test_note (id) values (${1})`.execute(tx)
    if (pids.length === 1) await terminate(pid)
    await sql`select ${1}::int`.execute(tx)
  })
  expect(new Set(pids).size).toBe(2)
  expect(await countNotes(1)).toBe(1)
})

test('the loss of a connection between two statements is reported by the second one', async () => {
  const failure = await pool.db.connection().execute(async (connection) => {
    await terminate(await ownPid(connection))
    return sql`select 1`.execute(connection).catch((error: unknown) => error)
  })
  expect(failure).toBeInstanceOf(DatabaseUnavailable)
  expect((await sql`select 1 as one`.execute(pool.db)).rows).toEqual([{ one: 1 }])
})

test('a transaction whose connection is lost during the commit is not retried', async () => {
  await sql`create function test_end() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60); return null; end'`.execute(
    database.db,
  )
  await sql`create constraint trigger test_end after insert on test_note
    deferrable initially deferred for each row when (new.text = 'end') execute function test_end()`.execute(
    database.db,
  )
  let attempts = 0
  const work = inTransaction(pool.db, async (tx) => {
    attempts += 1
    await sql`insert into test_note (id, text) values (${2}, ${'end'})`.execute(tx)
  })
  await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(attempts).toBe(1)
})

test('a database server that does not respond in time counts as unavailable, and the connection is not used again', async () => {
  const timeLimited = openDatabase(database.url, {
    poolSize: 1,
    statementTimeoutMs: 60_000,
    responseTimeoutMs: 50,
  })
  const pid = await ownPid(timeLimited.db)
  const failure: unknown = await sql`select pg_sleep(60)`
    .execute(timeLimited.db)
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'DatabaseUnavailable', outage: 'unresponsive' })
  expect(await ownPid(timeLimited.db)).not.toBe(pid)
  await timeLimited.close()
})

test('the statements of a background transaction may take longer', async () => {
  const timeLimited = openDatabase(database.url, {
    poolSize: 1,
    statementTimeoutMs: 50,
    responseTimeoutMs: 50,
  })
  const read = inTransaction(timeLimited.db, async (tx) => {
    await allowLongStatements(tx)
    return (await sql`select 1 as one from pg_sleep(0.2)`.execute(tx)).rows
  })
  expect(await read).toEqual([{ one: 1 }])
  await expect(sql`select pg_sleep(60)`.execute(timeLimited.db)).rejects.toThrow()
  await timeLimited.close()
})

test('no statement fails because of a schema change, inside or outside a transaction', async () => {
  await sql`insert into test_note (id, text) values (10, 'ten')`.execute(database.db)
  const read = (db: Db) => sql`select * from test_note where id = ${10}`.execute(db)
  const onAll = (work: (tx: Db) => Promise<unknown>) =>
    Promise.all([1, 2, 3].map(() => inTransaction(pool.db, work)))
  let waiting = 0
  let open = (): void => {}
  const allConnected = new Promise<void>((resolve) => (open = resolve))
  await onAll(async (tx) => {
    await read(tx)
    if (++waiting === 3) open()
    await allConnected
  })
  await sql`alter table test_note add column more text default 'more'`.execute(database.db)
  const changed = [{ id: 10, text: 'ten', more: 'more' }]
  expect((await read(pool.db)).rows).toEqual(changed)
  await onAll(async (tx) => expect((await read(tx)).rows).toEqual(changed))
})

test('two connection pools give a statement the same name, regardless of the order in which they first use statements', async () => {
  const namesOf = async (statements: readonly number[]) => {
    const { db, close } = openDatabase(database.url, { poolSize: 1 })
    for (const number of statements) await sql`select ${sql.raw(String(number))} + ${1}::int`.execute(db)
    const { rows } = await sql<{ statement: string; name: string }>`
      select statement, name from pg_prepared_statements order by statement`.execute(db)
    await close()
    return rows
  }
  const names = await namesOf([1, 2])
  expect(names).toHaveLength(2)
  expect(await namesOf([2, 1])).toEqual(names)
})
