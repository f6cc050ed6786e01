import { sql } from 'kysely'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../testing/database.ts'
import { inTransaction } from './database.ts'
import { migrate } from './migrate.ts'

const database = useDatabase()
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clube-migrations-'))
  await sql`drop table if exists migration, migration_lock, test_step`.execute(database.db)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const writeMigration = (name: string, statement: string, isOnline = false) =>
  writeFile(
    join(folder, name),
    `export const isOnline = ${isOnline}; export const up = (db) => db.executeQuery({ sql: ${JSON.stringify(statement)}, parameters: [], query: { kind: 'RawNode' }, queryId: { queryId: '1' } })`,
  )

test('concurrent runs apply a migration once', async () => {
  await writeMigration('0001-step.ts', 'create table test_step (id int)')
  const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, folder)))
  expect(runs.flat()).toEqual(['0001-step'])
})

test('a failing migration is rolled back, and those before it remain', async () => {
  await writeMigration('0001-step.ts', 'create table test_step (id int)')
  await writeMigration('0002-broken.ts', 'alter table test_step add column more int; select 1/0')
  await expect(migrate(database.url, folder)).rejects.toThrow('could not be migrated (0002-broken)')
  const { rows } = await sql`
    select array_agg(column_name::text) as columns from information_schema.columns where table_name = 'test_step'
  `.execute(database.db)
  expect(rows).toEqual([{ columns: ['id'] }])
  await rm(join(folder, '0002-broken.ts'))
  await writeMigration('0002-fixed.ts', 'alter table test_step add column more int')
  expect(await migrate(database.url, folder)).toEqual(['0002-fixed'])
})

test('a migration that waits for a table does not block its readers, and runs once the table is free', async () => {
  await writeMigration('0001-step.ts', 'create table test_step (id int)')
  await migrate(database.url, folder)
  await writeMigration('0002-more.ts', 'alter table test_step add column more int')
  const migrating = await inTransaction(database.db, async (tx) => {
    await sql`select from test_step`.execute(tx)
    const started = migrate(database.url, folder)
    const blocked = async () =>
      (
        await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        `.execute(database.db)
      ).rows.length
    await expect.poll(blocked).toBe(1)
    // Waits behind the migration until the migration stops waiting for the lock and pauses.
    await sql`select from test_step`.execute(database.db)
    return [started]
  })
  expect(await migrating[0]).toEqual(['0002-more'])
})

test('an online migration runs outside of a transaction, and only once in concurrent runs', async () => {
  await writeMigration('0001-step.ts', 'create table test_step (id int)')
  await migrate(database.url, folder)
  await writeMigration('0002-index.ts', 'create index concurrently test_step_id on test_step (id)', true)
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database.url, folder)))
  expect(runs.flat()).toEqual(['0002-index'])
  const { rows } = await sql`
    select indisvalid as is_valid from pg_index where indexrelid = 'test_step_id'::regclass
  `.execute(database.db)
  expect(rows).toEqual([{ is_valid: true }])
})

test('a database migrated by a newer version is refused', async () => {
  await writeMigration('0001-step.ts', 'create table test_step (id int)')
  await writeMigration('0002-newer.ts', 'alter table test_step add column more int')
  await migrate(database.url, folder)
  await rm(join(folder, '0002-newer.ts'))
  await expect(migrate(database.url, folder)).rejects.toThrow('newer version')
})

test('a migration with an invalid file name or a duplicate number is rejected', async () => {
  await writeMigration('step.ts', 'select 1')
  await expect(migrate(database.url, folder)).rejects.toThrow('step.ts is not named NNNN-name.ts')
  await rm(join(folder, 'step.ts'))
  await writeMigration('0001-one.ts', 'select 1')
  await writeMigration('0001-other.ts', 'select 1')
  await expect(migrate(database.url, folder)).rejects.toThrow('Two migrations have the number 0001')
})
