import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Database, Db } from '../db/database.ts'
import { createJobs, type Jobs } from '../db/jobs.ts'
import { createApp } from '../http/app.ts'
import { createAppendAuditLine, type AppendAuditLine } from '../modules/audit/index.ts'
import { createLimits, type Limits } from '../modules/limits/index.ts'
import { createVault, type Vault } from '../modules/vault/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { ClubConfiguration } from './club-configuration.ts'
import type { Environment } from './environment.ts'

/** What a club is put together from. */
export type GroundInput = {
  readonly environment: Environment
  readonly configuration: ClubConfiguration
  readonly database: Database
  /** The job runner keeps connections of its own. */
  readonly databaseUrl: string
  readonly rootKey: Buffer
  readonly clock: Clock
}

/** What every capability stands on. Each takes from it what it needs in a file of its own beside this one. */
export type Ground = Omit<GroundInput, 'databaseUrl' | 'rootKey'> & {
  readonly app: FastifyInstance
  readonly log: FastifyInstance['log']
  readonly db: Db
  readonly vault: Vault
  readonly limits: Limits
  readonly audit: AppendAuditLine
  /** Runs from the moment the app is ready until it closes; workers are registered before. */
  readonly jobs: Jobs
}

/** The ground of one process: an app without routes, the vault, the limits, the audit trail and the job runner. */
export const layGround = async (input: GroundInput): Promise<Ground> => {
  const { databaseUrl, rootKey, ...given } = input
  const { environment, database, clock } = given
  const app = await createApp({
    log: pino({ level: environment.log_level }),
    baseUrl: environment.base_url,
    trustProxy: environment.trust_proxy,
  })
  const vault = createVault(rootKey)
  const jobs = createJobs({
    url: databaseUrl,
    onError: (error) => app.log.error({ err: error }, 'job failed'),
  })
  return {
    ...given,
    app,
    log: app.log,
    db: database.db,
    vault,
    limits: createLimits(database.db),
    audit: createAppendAuditLine({ vault, clock }),
    jobs,
  }
}
