import { sql } from 'kysely'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../testing/database.ts'
import { migrate } from './migrate.ts'

const database = useDatabase()
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clube-migrations-'))
  await sql`drop table if exists migration, migration_lock, test_step`.execute(database.db)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const writeMigration = (name: string, statement: string) =>
  writeFile(
    join(folder, name),
    `export const up = (db) => db.executeQuery({ sql: ${JSON.stringify(statement)}, parameters: [], query: { kind: 'RawNode' }, queryId: { queryId: '1' } })`,
  )

test('concurrent processes migrate once', async () => {
  await writeMigration('0001-step.ts', 'create table test_step (id int)')
  const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, folder)))
  expect(runs.flat()).toEqual(['0001-step'])
})

test('a failing migration rolls back the whole run', async () => {
  await writeMigration('0001-step.ts', 'create table test_step (id int)')
  await writeMigration('0002-broken.ts', 'create table test_step (id int)')
  await expect(migrate(database.url, folder)).rejects.toThrow('could not be migrated (0002-broken)')
  const { rows } = await sql`select to_regclass('test_step') as found`.execute(database.db)
  expect(rows).toEqual([{ found: null }])
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
