import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { needsAttention, reportProofs, type Proof } from '../modules/proofs/index.ts'
import { fingerprint } from '../modules/vault/index.ts'
import type { Infrastructure } from './infrastructure.ts'

type HealthDeps = Pick<Infrastructure, 'db' | 'clock' | 'environment'>

/**
 * `/health/live`: the process responds. `/health/ready`: the database is writable and the server is not stopping;
 * independent of the proofs. `/health/detail`: the results of the proofs, for monitoring. `/api/docs`: OpenAPI 3.1.
 */
export const bindHealth = (app: FastifyInstance, deps: HealthDeps, proofs: readonly Proof[]): void => {
  const { db, clock, environment } = deps
  const probe = { schema: { hide: true }, config: { allowsPlainHttp: true } } as const
  let isStopping = false
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  app.get('/health/live', probe, () => ({ status: 'live' }))
  app.get('/health/ready', probe, async (request, reply) => {
    try {
      const { rows } = await sql<{ is_standby: boolean }>`
        select pg_is_in_recovery() as is_standby`.execute(db)
      if (!isStopping && rows[0]?.is_standby === false) return { status: 'ready' }
    } catch (error) {
      request.log.error({ err: error }, 'not ready')
    }
    return reply.status(503).send({ status: isStopping ? 'stopping' : 'unavailable' })
  })
  app.get('/health/detail', probe, async (request, reply) => {
    const { health_token } = environment
    const { authorization = '' } = request.headers
    if (health_token === null || !isSame(authorization, `Bearer ${health_token}`))
      return reply.status(401).send({ status: 'unauthorized' })
    const report = await reportProofs(db, proofs, clock())
    return {
      status: report.some(needsAttention) ? 'alarm' : 'good',
      proofs: report.map(({ name, full_proved_at, result: { kind, ...detail } }) => ({
        name,
        kind,
        ...('found' in detail ? { found: detail.found } : detail),
        full_proved_at,
      })),
    }
  })
  app.get('/api/docs', { schema: { hide: true } }, () => app.swagger())
}

/** Compares in constant time, so that response times do not reveal the token. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(fingerprint(one), fingerprint(other))
