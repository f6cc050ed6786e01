import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openDatabase } from './database.ts'
import { DatabaseUnavailable } from './database-failure.ts'

/** Key of the advisory lock; unique within the product. */
const migrationLock = 7_151_823_004

/** The folder of the product's migrations. */
export const migrationFolder = join(import.meta.dirname, '../../migrations')

/**
 * Migrates the database: runs the pending files `NNNN-name.ts` of the folder in order, in one
 * transaction. Processes that start concurrently wait for the first one, after which nothing is left to migrate.
 * @returns the names of the executed migrations
 * @throws when a migration fails (rolled back) or the database was migrated by a newer version
 */
export async function migrate(url: string, folder: string = migrationFolder): Promise<string[]> {
  const { db, close } = openDatabase(url, { poolSize: 1, statementTimeoutMs: 0 })
  try {
    return await db.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${migrationLock})`.execute(connection)
      const migrator = new Migrator({
        db: connection,
        provider: { getMigrations: () => readMigrations(folder) },
        migrationTableName: 'migration',
        migrationLockTableName: 'migration_lock',
      })
      const { error, results = [] } = await migrator.migrateToLatest()
      if (error instanceof DatabaseUnavailable) throw error
      if (error !== undefined)
        throw migrationError(error, results.find(({ status }) => status === 'Error')?.migrationName)
      return results.map(({ migrationName }) => migrationName)
    })
  } finally {
    // The lock is released with its connection.
    await close()
  }
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort()
  const migrations: Record<string, Migration> = {}
  const numbers = new Set<string>()
  for (const file of files) {
    const number = /^(\d{4})-[a-z0-9-]+\.ts$/.exec(file)?.[1]
    if (number === undefined) throw new Error(`The migration ${file} is not named NNNN-name.ts`)
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}`)
    numbers.add(number)
    const module: unknown = await import(pathToFileURL(join(folder, file)).href)
    if (!isMigration(module)) throw new Error(`The migration ${file} does not export a function up`)
    migrations[file.slice(0, -'.ts'.length)] = { up: (db) => module.up(db) }
  }
  return migrations
}

function isMigration(module: unknown): module is Migration {
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
