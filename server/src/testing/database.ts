import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { openDatabase } from '../db/database.ts'
import type { Database } from '../db/database.ts'
import { administer, databaseUrl, largeDatabase, templateDatabase } from './postgres-for-tests.ts'
import { findFullScans, recordStatements } from './statement-plans.ts'

/** A separate database of the test file. Its members are available in tests and hooks only. */
export type TestDatabase = Readonly<Pick<Database, 'db' | 'pool'> & { url: string }>

/** Copies a database. @returns the name of the copy */
export async function copyDatabase(template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(inject('postgresUrl'), `create database ${name} template ${template}`)
  return name
}

/** The connection string of a database of the shared PostgreSQL. */
export const urlOfDatabase = (name: string): string => databaseUrl(inject('postgresUrl'), name)

/**
 * Creates a fresh migrated database for the test file (or describe block), copied
 * from the template, and drops it afterwards. For `*.api.test.ts` and `*.race.test.ts` files.
 * @param input.template returns the name of the database to copy: by default, the empty one
 */
export function useDatabase({
  poolSize = 10,
  template = () => templateDatabase,
}: { poolSize?: number; template?: () => string | Promise<string> } = {}): TestDatabase {
  let opened: (Database & { url: string; name: string }) | undefined

  recordStatements()
  beforeAll(async () => {
    const name = await copyDatabase(await template())
    const url = urlOfDatabase(name)
    opened = { url, name, ...openDatabase(url, { poolSize }) }
  })
  afterAll(async () => {
    await opened?.close()
    if (opened) await administer(inject('postgresUrl'), `drop database if exists ${opened.name} with (force)`)
    // Checks all statements that stores ran in this file.
    const reads = await findFullScans(urlOfDatabase(largeDatabase))
    expect(reads, 'Statements that read a whole table that grows').toEqual([])
  })

  const current = () => {
    if (opened === undefined) throw new Error('The test database exists only while tests and hooks run')
    return opened
  }
  return {
    get db() {
      return current().db
    },
    get pool() {
      return current().pool
    },
    get url() {
      return current().url
    },
  }
}
