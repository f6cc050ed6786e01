import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../testing/database.ts'
import { databaseUrl } from '../testing/postgres-for-tests.ts'
import { violatesConstraint, DatabaseFailure } from './database-failure.ts'
import { inTransaction, openDatabase } from './database.ts'

declare module './tables.ts' {
  interface Tables {
    test_person: {
      id: number
      born: string | null
      visits: number[] | null
      seen_at: Date | null
      cpf: string | null
    }
  }
}

const database = useDatabase()

beforeAll(async () => {
  await sql`create table test_person (
    id bigint primary key, born date, visits bigint[], seen_at timestamptz, cpf text unique check (cpf <> '')
  )`.execute(database.db)
})

test('bigint, date and timestamptz values are read as numbers, strings and Dates', async () => {
  const seen_at = new Date('2026-11-21T12:00:00Z')
  const person = { id: 9_007_199_254_740_991, born: '1990-02-28', visits: [1, 2], seen_at, cpf: null }
  await database.db.insertInto('test_person').values(person).execute()
  const read = await database.db.selectFrom('test_person').selectAll().where('id', '=', person.id).execute()
  expect(read).toEqual([person])
})

test('an int8 too large for a number throws instead of being rounded', async () => {
  const read = sql`select 9007199254740993::int8 as id`.execute(database.db)
  await expect(read).rejects.toThrow(RangeError)
})

test('a constraint violation has the constraint’s name and no values', async () => {
  const cpf = '52998224725'
  await database.db.insertInto('test_person').values({ id: 1, cpf }).execute()
  const failure: unknown = await database.db
    .insertInto('test_person')
    .values({ id: 2, cpf })
    .execute()
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(DatabaseFailure)
  expect(violatesConstraint(failure, 'test_person_cpf_key')).toBe(true)
  expect(violatesConstraint(failure, 'test_person_pkey')).toBe(false)
  expect(
    JSON.stringify(failure) + String(failure) + (failure instanceof Error ? failure.stack : ''),
  ).not.toContain(cpf)
})

test('a value that PostgreSQL cannot parse is not included in the error', async () => {
  const failure: unknown = await sql`select ${'529.982.247-25'}::int8`
    .execute(database.db)
    .catch((error: unknown) => error)
  expect(String(failure)).toBe('DatabaseFailure: 22P02: statement failed')
})

test('a statement that takes too long is cancelled', async () => {
  const timeLimited = openDatabase(database.url, { poolSize: 1, statementTimeoutMs: 50 })
  const failure: unknown = await sql`select pg_sleep(60)`
    .execute(timeLimited.db)
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: '57014' })
  await timeLimited.close()
})

test('a transaction that throws is rolled back', async () => {
  const work = inTransaction(database.db, async (tx) => {
    await tx.insertInto('test_person').values({ id: 50, cpf: null }).execute()
    throw new Error('rolled back')
  })
  await expect(work).rejects.toThrow('rolled back')
  expect(await database.db.selectFrom('test_person').select('id').where('id', '=', 50).execute()).toEqual([])
})

test('transactions aborted by conflicts are retried until all succeed', async () => {
  await database.db
    .insertInto('test_person')
    .values({ id: 60, visits: [0] })
    .execute()
  const visit = () =>
    inTransaction(
      database.db,
      async (tx) => {
        const { visits } = await tx
          .selectFrom('test_person')
          .select('visits')
          .where('id', '=', 60)
          .executeTakeFirstOrThrow()
        await tx
          .updateTable('test_person')
          .set({ visits: [(visits?.[0] ?? 0) + 1] })
          .where('id', '=', 60)
          .execute()
      },
      'serializable',
    )
  await Promise.all([visit(), visit(), visit()])
  const { visits } = await database.db
    .selectFrom('test_person')
    .select('visits')
    .where('id', '=', 60)
    .executeTakeFirstOrThrow()
  expect(visits).toEqual([3])
})

test('connecting to a missing database fails instead of hanging', async () => {
  const missing = openDatabase(databaseUrl(database.url, 'no_such_database'), { poolSize: 1 })
  await expect(sql`select 1`.execute(missing.db)).rejects.toThrow('3D000')
  await missing.close()
})
