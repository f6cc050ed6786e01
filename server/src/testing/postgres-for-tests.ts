import { mkdtemp, rm } from 'node:fs/promises'
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

/** Starts one PostgreSQL for the whole run in a temporary folder, without durability. */
export async function setup(project: TestProject): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'clube-tests-'))
  const postgres = await startEmbeddedPostgres({
    folder,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 300 },
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
