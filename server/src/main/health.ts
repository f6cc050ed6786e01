import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'

/** `/health/live`: the process answers. `/health/ready`: the database does too. `/api/docs`: OpenAPI 3.1. */
export const bindHealth = (app: FastifyInstance, database: Database): void => {
  const probe = { schema: { hide: true }, config: { acceptsPlain: true } } as const
  app.get('/health/live', probe, () => ({ status: 'live' }))
  app.get('/health/ready', probe, async (request, reply) => {
    try {
      await sql`select 1`.execute(database.db)
      return { status: 'ready' }
    } catch (error) {
      request.log.error({ err: error }, 'not ready')
      return reply.status(503).send({ status: 'unavailable' })
    }
  })
  app.get('/api/docs', { schema: { hide: true } }, () => app.swagger())
}
