import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { openDatabase, type Db } from './database.ts'
import { DatabaseUnavailable, isTimeout } from './database-failure.ts'
import { migrationTables } from './migration-tables.ts'

/** Key of the advisory lock; unique within the product. */
const migrationLock = 7_151_823_004

/** The folder of the product's migrations. */
export const migrationFolder = join(import.meta.dirname, '../../migrations')

/** A statement that waits for a table lock blocks those queued behind it, so it times out early and is retried. */
const lockTimeoutMs = 2_000
const lockAttempts = 60
const lockPollMs = 200

/**
 * Migrates the database: runs the pending files `NNNN-name.ts` of the folder in order, each in a transaction of its
 * own. One that exports `isOnline = true` runs outside of a transaction, for statements that must not lock a large
 * table for long (`create index concurrently`, updates in batches): an interrupted one is repeated, so its statements
 * are idempotent. Processes that start concurrently wait for the first one, after which nothing is left to migrate.
 * @returns the names of the executed migrations
 * @throws when a migration fails (it is rolled back) or the database was migrated by a newer version
 */
export async function migrate(url: string, folder: string = migrationFolder): Promise<string[]> {
  const { db, close } = openDatabase(url, { poolSize: 1, statementTimeoutMs: 0 })
  try {
    return await db.connection().execute(async (connection) => {
      await acquireLock(connection)
      const migrations = await readMigrations(folder)
      const executed: string[] = []
      for (;;) {
        const name = await migrateNext(connection, migrations)
        if (name === null) return executed
        executed.push(name)
      }
    })
  } finally {
    // The lock is released with its connection.
    await close()
  }
}

/**
 * Polls, because a waiting statement would hold a snapshot, for which `create index concurrently` in another process
 * would wait.
 */
async function acquireLock(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ is_acquired: boolean }>`
      select pg_try_advisory_lock(${migrationLock}) as is_acquired`.execute(db)
    if (rows[0]?.is_acquired) return
    await wait(lockPollMs)
  }
}

type Migrations = Readonly<Record<string, Migration & { isOnline: boolean }>>

/** @returns the name of the executed migration, or null when there is none left */
async function migrateNext(db: Db, migrations: Migrations): Promise<string | null> {
  const createMigrator = (disableTransactions: boolean) =>
    new Migrator({
      db,
      provider: { getMigrations: () => Promise.resolve(migrations) },
      ...migrationTables,
      disableTransactions,
    })
  const next = (await createMigrator(false).getMigrations()).find(({ executedAt }) => !executedAt)
  const isOnline = next !== undefined && migrations[next.name]?.isOnline === true
  await sql.raw(`set lock_timeout = ${isOnline ? 0 : lockTimeoutMs}`).execute(db)
  for (let attempt = 1; ; attempt += 1) {
    const { error, results = [] } = await createMigrator(isOnline).migrateUp()
    if (error === undefined) return results[0]?.migrationName ?? null
    if (error instanceof DatabaseUnavailable) throw error
    if (!isTimeout(error) || attempt >= lockAttempts) throw migrationError(error, results[0]?.migrationName)
    await wait(lockTimeoutMs / 2)
  }
}

async function readMigrations(folder: string): Promise<Migrations> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort()
  const migrations: Record<string, Migration & { isOnline: boolean }> = {}
  const numbers = new Set<string>()
  for (const file of files) {
    const number = /^(\d{4})-[a-z0-9-]+\.ts$/.exec(file)?.[1]
    if (number === undefined) throw new Error(`The migration ${file} is not named NNNN-name.ts`)
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}`)
    numbers.add(number)
    const module: unknown = await import(pathToFileURL(join(folder, file)).href)
    if (!isMigration(module)) throw new Error(`The migration ${file} does not export a function up`)
    migrations[file.slice(0, -'.ts'.length)] = {
      up: (db) => module.up(db),
      isOnline: module.isOnline === true,
    }
  }
  return migrations
}

function isMigration(module: unknown): module is Migration & { isOnline?: unknown } {
  return typeof module === 'object' && module !== null && 'up' in module && typeof module.up === 'function'
}

function migrationError(error: unknown, name: string | undefined): Error {
  const message = error instanceof Error ? error.message : String(error)
  const hint = message.startsWith('corrupted migrations')
    ? ' The database was probably migrated by a newer version of the program.'
    : ''
  return new Error(
    `The database could not be migrated${name === undefined ? '' : ` (${name})`}: ${message}.${hint}`,
    {
      cause: error,
    },
  )
}
