import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import type { OutageLog } from './outage-log.ts'
import { databaseErrorOf, DatabaseUnavailable, isOutdatedPlan } from './database-failure.ts'

/** Maximum prepared statements; beyond it (lists of varying length) statements are unnamed. */
const preparedLimit = 1_000

/** Lets the statements of a transaction take longer than requests may. */
export const longStatements = "set local statement_timeout = '5min'"
/** Time limit for the response to a long statement. */
const longResponseMs = 5 * 60_000 + 5_000

/**
 * Wraps the driver's pool so that each parameterized statement is prepared once per connection, which roughly doubles
 * its speed, errors are safe to log, and connections that were lost or whose plans a migration changed are not reused.
 */
export function withPreparedStatements(pool: pg.Pool, outages: OutageLog): PostgresPool {
  const names = new Map<string, string>()
  // By content, not by order of first use: behind a pooler, processes share their connections.
  const nameOf = (sql: string): string | undefined => {
    const known = names.get(sql)
    if (known !== undefined || names.size >= preparedLimit) return known
    const name = createHash('sha256').update(sql).digest('base64url')
    names.set(sql, name)
    return name
  }
  // Kysely keys its connection state by the client's identity.
  const wrapped = new WeakMap<pg.PoolClient, WrappedClient>()
  const plans = { generation: 0 }
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      for (;;) {
        const client = await pool.connect().catch((error: unknown) => {
          const failure = new DatabaseUnavailable('unreachable', error)
          outages.failed(failure)
          throw failure
        })
        const known = wrapped.get(client) ?? wrap(client, { nameOf, plans, outages })
        wrapped.set(client, known)
        if (known.isUsable()) return known.client
        client.release(true)
      }
    },
  }
}

type WrappedClient = {
  readonly client: PostgresPoolClient
  readonly isUsable: () => boolean
}

/**
 * The plan generation is incremented when a migration has changed a table: the plans of earlier connections may be
 * outdated.
 */
function wrap(
  client: pg.PoolClient,
  {
    nameOf,
    plans,
    outages,
  }: {
    nameOf: (sql: string) => string | undefined
    plans: { generation: number }
    outages: OutageLog
  },
): WrappedClient {
  const { generation } = plans
  let failure: DatabaseUnavailable | undefined
  // The pool listens only while the client is idle; without a listener a lost connection would end the process.
  client.on('error', (error) => (failure ??= new DatabaseUnavailable('lost', error)))
  const isUsable = (): boolean => failure === undefined && generation === plans.generation

  let isLong = false
  const run = async <Row>(
    text: string,
    values: unknown[],
    name: string | undefined,
  ): Promise<PostgresQueryResult<Row>> => {
    if (failure) throw failure
    // No transaction is open, so the previous one has ended.
    if (client.getTransactionStatus() === 'I') isLong = false
    if (text === longStatements) isLong = true
    const config = {
      text,
      values,
      ...(name === undefined ? {} : { name }),
      ...(isLong ? { query_timeout: longResponseMs } : {}),
    }
    try {
      const result = await client.query(config)
      outages.succeeded()
      // The row type is provided by Kysely.
      return result as unknown as PostgresQueryResult<Row>
    } catch (thrown) {
      const error = databaseErrorOf(thrown)
      if (error instanceof DatabaseUnavailable) failure ??= error
      if (failure) outages.failed(failure)
      throw failure ?? error
    }
  }
  async function query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const values = [...parameters]
    const name = values.length > 0 ? nameOf(sql) : undefined
    try {
      return await run<Row>(sql, values, name)
    } catch (error) {
      if (name === undefined || !isOutdatedPlan(error)) throw error
      if (generation === plans.generation) plans.generation += 1
      // A failed transaction is retried as a whole, on another connection.
      if (client.getTransactionStatus() !== 'I') throw error
      return run<Row>(sql, values, undefined)
    }
  }
  return {
    isUsable,
    client: {
      // Cursors are not used here, only the first overload.
      query: query as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy === true || !isUsable()),
    },
  }
}
