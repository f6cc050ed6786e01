import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { redactDatabaseError } from './database-failure.ts'

/** Maximum prepared statements; beyond it (lists of varying length) statements are unnamed. */
const preparedLimit = 1_000

/**
 * Wraps the driver's pool so that each parameterised statement is prepared once per connection, which about doubles
 * its speed, and so that errors are redacted.
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (sql: string): string | undefined => {
    const known = names.get(sql)
    if (known !== undefined || names.size >= preparedLimit) return known
    const name = `s${names.size}`
    names.set(sql, name)
    return name
  }
  // Kysely keys its connection state by the client's identity.
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch(rethrowRedacted)
      const known = wrapped.get(client)
      if (known !== undefined) return known
      const fresh = wrap(client, nameOf)
      wrapped.set(client, fresh)
      return fresh
    },
  }
}

function wrap(client: pg.PoolClient, nameOf: (sql: string) => string | undefined): PostgresPoolClient {
  let outdated = false
  async function query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const values = [...parameters]
    const name = values.length > 0 ? nameOf(sql) : undefined
    try {
      const result = await client.query(
        name === undefined ? { text: sql, values } : { name, text: sql, values },
      )
      // The row type is provided by Kysely.
      return result as unknown as PostgresQueryResult<Row>
    } catch (error) {
      // A migration changed a table of a prepared statement: this connection would keep failing.
      if (error instanceof Error && error.message.startsWith('cached plan must not change')) outdated = true
      throw redactDatabaseError(error)
    }
  }
  return {
    // Cursors are not used here, only the first overload.
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || outdated),
  }
}

function rethrowRedacted(error: unknown): never {
  throw redactDatabaseError(error)
}
