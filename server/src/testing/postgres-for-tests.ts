import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import pg from 'pg'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { prepareJobs } from '../db/jobs-schema.ts'
import { migrate } from '../db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the PostgreSQL shared by the test files, each with its own databases. */
    postgresUrl: string
  }
}

/** The migrated, empty template of all test databases. */
export const templateDatabase = 'test_template'

let stop: () => Promise<void> = async () => {}

/** Starts one PostgreSQL for the whole run on a temporary folder, without durability. */
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

/** Stops the server of the run. */
export async function teardown(): Promise<void> {
  await stop()
}

async function createTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create database ${templateDatabase}`)
  } finally {
    await client.end()
  }
  await migrate(databaseUrl(url, templateDatabase))
  await prepareJobs(databaseUrl(url, templateDatabase))
}

/** The connection string with another database. */
export function databaseUrl(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}
