import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { findSession } from '../modules/event-tickets/event-session-store.ts'
import { useDatabase } from './database.ts'
import { fullScans, smallTables } from './full-scans.ts'
import { databaseUrl, largeDatabase } from './postgres-for-tests.ts'
import { findFullScans, recordedStatements } from './statement-plans.ts'

const database = useDatabase()

/** The tables that a statement reads entirely in a large club. */
const explain = async (sql: string, ...parameters: unknown[]): Promise<string[]> => {
  const recorded = new Map([[randomUUID(), { sql, parameters, file: 'server/src/some-store.ts' }]])
  const reads = await findFullScans(databaseUrl(inject('postgresUrl'), largeDatabase), recorded)
  return reads.map(({ table }) => table)
}

describe('the plans of recorded statements', () => {
  test.each([
    ['a condition without an index', `select id from purchase where amount_cents = $1`, [5]],
    ['a join without an index', `select p.id from shop s join purchase p on p.reason = s.cnpj`, []],
    ['a change without an index', `update purchase set reason = null where reason = $1`, ['a']],
    ['a full index scan', `select id from purchase where amount_cents = $1 order by id limit 5`, [5]],
    ['a condition on an expression', `select id from purchase where lower(receipt_key) = $1`, ['a']],
  ])('a statement that reads a whole growing table is reported: %s', async (_name, sql, parameters) => {
    expect(await explain(sql, ...parameters)).toEqual(['purchase'])
  })

  test.each([
    ['an index', `select id from purchase where customer_id = $1`, [randomUUID()]],
    ['the beginning of an index', `select id from purchase order by id limit 5`, []],
    ['a partial index', `select id from purchase where state = 'pending_review' order by id`, []],
    ['a small table', `select id from shop where cnpj = $1`, ['a']],
  ])(
    'a statement that does not read a whole growing table is not reported: %s',
    async (_name, sql, parameters) => {
      expect(await explain(sql, ...parameters)).toEqual([])
    },
  )

  test('EXPLAIN runs once for each distinct statement of a test run', async () => {
    const url = databaseUrl(inject('postgresUrl'), largeDatabase)
    const sql = 'select id from purchase where amount_cents = 1'
    const recorded = new Map([[randomUUID(), { sql, parameters: [], file: 'server/src/some-store.ts' }]])
    expect(await findFullScans(url, recorded)).toHaveLength(1)
    expect(await findFullScans(url, recorded)).toEqual([])
  })

  test('a statement of a store is recorded with its file, and a statement of a test is not', async () => {
    await findSession(database.db, randomUUID())
    await database.db.selectFrom('customer').select('id').where('name', '=', 'nobody').execute()
    const recorded = recordedStatements()
    expect(recorded.map(({ file }) => file)).toContain(
      'server/src/modules/event-tickets/event-session-store.ts',
    )
    expect(recorded.filter(({ parameters }) => parameters.includes('nobody'))).toEqual([])
  })

  test('every table listed as small or fully scanned exists', async () => {
    const tables = await database.pool.query<{ name: string }>(`select relname as name from pg_class`)
    const names = new Set(tables.rows.map(({ name }) => name))
    const listed = [...Object.keys(smallTables), ...fullScans.map(({ table }) => table)]
    expect(listed.filter((name) => !names.has(name))).toEqual([])
  })
})
