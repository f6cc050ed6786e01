import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database, Db } from '../db/database.ts'
import { createJobs, type Jobs } from '../db/jobs.ts'
import { createNotifications, type Notifications } from '../db/notifications.ts'
import { createApp } from '../http/app.ts'
import { createAppendAuditLine, type AppendAuditLine } from '../modules/audit/index.ts'
import { createLimits, type LimitPolicy, type Limits } from '../modules/limits/index.ts'
import { createVault, type Vault } from '../modules/vault/index.ts'
import { systemRandom } from '../adapters/random/system-random.ts'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import type { Counterparts } from './counterparts.ts'
import type { ClubConfiguration } from './club-configuration.ts'
import type { Environment } from './environment.ts'

/** Everything needed to start a club. */
export type InfrastructureInput = {
  readonly environment: Environment
  readonly configuration: ClubConfiguration
  readonly database: Database
  /** The job runner opens its own connections. */
  readonly databaseUrl: string
  readonly rootKey: Buffer
  readonly clock: Clock
  readonly log: Logger
  /** The running local partner programmes and car park. */
  readonly counterparts: Counterparts
}

/** Shared by all capabilities; each has a file next to this one that derives its dependencies. */
export type Infrastructure = Omit<InfrastructureInput, 'databaseUrl' | 'rootKey' | 'log'> & {
  readonly app: FastifyInstance
  readonly log: FastifyInstance['log']
  /** The club's time zone: decides when days begin. */
  readonly time_zone: TimeZone
  readonly db: Db
  readonly vault: Vault
  readonly random: Random
  readonly limits: Limits
  readonly audit: AppendAuditLine
  /** Runs from when the app is ready until it closes; workers are registered earlier. */
  readonly jobs: Jobs
  /** Messages among the processes, received from when the app is ready until it closes. */
  readonly notifications: Notifications
}

/** The infrastructure of one process: an app without routes, vault, limits, audit trail and job runner. */
export const createInfrastructure = async (input: InfrastructureInput): Promise<Infrastructure> => {
  const { databaseUrl, rootKey, ...given } = input
  const { environment, database, clock } = given
  const app = await createApp({
    log: given.log,
    baseUrl: environment.base_url,
    trustProxy: environment.trust_proxy,
    isLocalOnly: environment.allows_demonstration_data && environment.trust_proxy === false,
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
    time_zone: given.configuration.club.time_zone,
    db: database.db,
    vault,
    random: systemRandom,
    limits: createLimits(database.db, limitPolicyOf(given.configuration)),
    audit: createAppendAuditLine({ vault, clock }),
    jobs,
    notifications: createNotifications({
      url: databaseUrl,
      onError: (error) => app.log.error({ err: error }, 'notifications are interrupted'),
    }),
  }
}

const limitPolicyOf = ({ limits, messaging }: ClubConfiguration): LimitPolicy => ({
  own_networks: limits.own_networks,
  overrides: {
    ...limits.overrides,
    'sms.club': messaging.sms_per_hour,
    'sms-unreserved.club': Math.ceil((messaging.sms_per_hour * 2) / 3),
    'chosen-sms.club': Math.ceil(messaging.sms_per_hour / 3),
  },
})
