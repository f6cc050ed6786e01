import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { openDatabase } from '../db/database.ts'
import type { Database } from '../db/database.ts'
import { administer, databaseUrl, largeDatabase, templateDatabase } from './postgres-for-tests.ts'
import { findFullScans, recordStatements } from './statement-plans.ts'

/** A separate database of the test file. Its members are available in tests and hooks only. */
export type TestDatabase = Readonly<Pick<Database, 'db' | 'pool'> & { url: string }>

/**
 * Creates a fresh migrated database for the test file (or describe block), copied
 * from the template, and drops it afterwards. For `*.api.test.ts` and `*.race.test.ts` files.
 */
export function useDatabase({ poolSize = 10 }: { poolSize?: number } = {}): TestDatabase {
  const name = `test_${randomBytes(8).toString('hex')}`
  let opened: (Database & { url: string }) | undefined

  recordStatements()
  beforeAll(async () => {
    await administer(inject('postgresUrl'), `create database ${name} template ${templateDatabase}`)
    const url = databaseUrl(inject('postgresUrl'), name)
    opened = { url, ...openDatabase(url, { poolSize }) }
  })
  afterAll(async () => {
    await opened?.close()
    await administer(inject('postgresUrl'), `drop database if exists ${name} with (force)`)
    // Checks all statements that stores ran in this file.
    const reads = await findFullScans(databaseUrl(inject('postgresUrl'), largeDatabase))
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
