import { randomBytes, randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Database } from '../db/database.ts'
import { createApp } from '../http/app.ts'
import type { Binder } from '../http/bind.ts'
import { acceptDocuments, bindConsent } from '../modules/consent/index.ts'
import {
  bindIdentity,
  createPasswordHasher,
  difficultyOf,
  purgeFlows,
  type IdentityDeps,
} from '../modules/identity/index.ts'
import { createLimits, purgeAttempts } from '../modules/limits/index.ts'
import { createSessionFinder, purgeDeviceCredentials, purgeSessions } from '../modules/sessions/index.ts'
import { createVault } from '../modules/vault/index.ts'
import type { Clock } from '../ports/clock.ts'
import { captchaChallengeCall } from '@clube/contract/captcha/calls.ts'
import { bindCall } from '../http/bind.ts'
import { Refusal } from '../kernel/refusal.ts'
import { createChallenge, flowTag } from '../modules/captcha/challenge.ts'
import { verifyProof } from '../modules/captcha/proof.ts'
import { createSecret } from '../modules/vault/index.ts'
import type { ClubConfiguration } from './club-configuration.ts'
import type { Environment } from './environment.ts'

export type Wired = {
  readonly app: FastifyInstance
  /** Deletes what has expired; safe to run in several processes at once. */
  readonly purge: () => Promise<void>
}

/** Puts the product together: every module gets what it needs here and nowhere else. */
export const wire = async (input: {
  environment: Environment
  configuration: ClubConfiguration
  database: Database
  rootKey: Buffer
  clock: Clock
}): Promise<Wired> => {
  const { environment, configuration, clock } = input
  const { db } = input.database
  const vault = createVault(input.rootKey)
  const limits = createLimits(db)
  const log = pino({ level: environment.log_level })
  const app = await createApp({
    log,
    baseUrl: environment.base_url,
    trustProxy: environment.trust_proxy,
  })
  const identity: IdentityDeps = {
    db,
    clock,
    vault,
    limits,
    hasher: createPasswordHasher(),
    rules: { ...rulesOf(configuration) },
    checkPlace: async () => ({ city_name: 'x' }),
    acceptDocuments,
  }
  void difficultyOf
  const key = vault.derive('captcha')
  const maxnumber = configuration.captcha.maxnumber
  const binder: Binder = {
    app,
    guards: {
      findSession: createSessionFinder(db, clock),
      spendProof: async ({ body, flow_id }) => {
        const payload = (body as { altcha_challenge?: unknown } | null)?.altcha_challenge
        const flow = flowTag(flow_id ?? '')
        const verdict = verifyProof({ payload, key, now: clock().getTime(), flow, maxnumber, work: 1 })
        if (!verdict.valid) throw new Refusal('captcha.required')
      },
    },
    clock,
    secureCookies: environment.base_url.startsWith('https:'),
    checkAnswers: environment.check_answers,
  }
  bindCall(binder, captchaChallengeCall, async ({ cookies }) => {
    const flow_id = cookies.flowId ?? createSecret()
    cookies.openFlow(flow_id, 1800)
    const chance = { bytes: randomBytes, upTo: (highest: number) => randomInt(highest + 1) }
    return {
      data: createChallenge({
        key,
        now: clock().getTime(),
        chance,
        scope: 'signin',
        flow: flowTag(flow_id),
        maxnumber,
        work: 1,
      }),
    }
  })
  bindIdentity(binder, identity)
  bindConsent(binder, { db })
  return { app, purge: () => purge(db, clock()) }
}

const rulesOf = ({ club, enumeration, limits }: ClubConfiguration): IdentityDeps['rules'] => ({
  club_name: club.name,
  document_types: club.document_types,
  cnpj: club.cnpj,
  minimum_age: club.minimum_age,
  terms_id: club.terms_id,
  passwordless: club.passwordless,
  access_key: club.access_key,
  enumeration,
  limits,
})

const purge = async (db: Database['db'], now: Date): Promise<void> => {
  await purgeSessions(db, now)
  await purgeDeviceCredentials(db, now)
  await purgeFlows(db, now)
  await purgeAttempts(db, new Date(now.getTime() - 2 * 24 * 3_600_000))
}
