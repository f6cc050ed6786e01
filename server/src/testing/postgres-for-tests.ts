import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import pg from 'pg'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { prepareJobs } from '../db/jobs-schema.ts'
import { migrate } from '../db/migrate.ts'
import { setLargeClubStatistics } from './statement-plans.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the PostgreSQL shared by the test files, each with its own databases. */
    postgresUrl: string
  }
}

/** The migrated, empty template of all test databases. */
export const templateDatabase = 'test_template'
/** A database with the statistics of a large club, on which EXPLAIN runs for the statements of all test files. */
export const largeDatabase = 'test_large'

let stop: () => Promise<void> = async () => {}

/** The file system in memory of Linux. */
const memoryFolder = '/dev/shm'
/** A whole run writes about 1 GB. */
const neededBytes = 4e9

/** Where files exist in memory only if it has room; a test database consists of 600 files, which a disk creates slowly. */
async function fastestFolder(): Promise<string> {
  try {
    await access(memoryFolder, constants.W_OK)
    const { bavail, bsize } = await statfs(memoryFolder)
    const hasRoom = bavail * bsize >= neededBytes && process.availableMemory() >= neededBytes
    return hasRoom ? memoryFolder : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Starts one PostgreSQL for the whole run in a temporary folder, without durability. */
export async function setup(project: TestProject): Promise<void> {
  const folder = await mkdtemp(join(await fastestFolder(), 'clube-tests-'))
  const postgres = await startEmbeddedPostgres({
    folder,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: 300,
      // Less log to keep until the next checkpoint.
      max_wal_size: '256MB',
    },
  })
  stop = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await createTemplate(postgres.url)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgresUrl', postgres.url)
}

/** Stops the server. */
export async function teardown(): Promise<void> {
  await stop()
}

async function createTemplate(url: string): Promise<void> {
  await administer(url, `create database ${templateDatabase}`)
  await migrate(databaseUrl(url, templateDatabase))
  await prepareJobs(databaseUrl(url, templateDatabase))
  await createLargeDatabase(url)
}

async function createLargeDatabase(url: string): Promise<void> {
  await administer(url, `create database ${largeDatabase} template ${templateDatabase}`)
  const client = new pg.Client({ connectionString: databaseUrl(url, largeDatabase) })
  await client.connect()
  try {
    await setLargeClubStatistics(client)
  } finally {
    await client.end()
  }
}

/** Runs a statement outside of the test databases. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The connection string with another database. */
export function databaseUrl(url: string, database: string): string {
  const databaseUrl = new URL(url)
  databaseUrl.pathname = `/${database}`
  return databaseUrl.href
}
