import { randomBytes, randomInt } from 'node:crypto'
import { defaultEnterpriseAction } from '@clube/contract/captcha/limits.ts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { bindOutbox } from '../adapters/outbox/outbox-page.ts'
import { createRecaptchaAssessor } from '../adapters/captcha/recaptcha-enterprise.ts'
import { createBrasilApi } from '../adapters/postal/brasil-api.ts'
import { withCircuitBreaker } from '../adapters/postal/circuit-breaker.ts'
import { createViaCep } from '../adapters/postal/viacep.ts'
import type { Database } from '../db/database.ts'
import { createJobs } from '../db/jobs.ts'
import { createApp } from '../http/app.ts'
import type { Binder } from '../http/bind.ts'
import { bindAddressRoutes, checkPlace, purgePostalAnswers } from '../modules/addresses/index.ts'
import { createAppendAuditLine } from '../modules/audit/index.ts'
import {
  advanceCampaigns,
  bindCampaigns,
  expireTransactions,
  type CampaignDeps,
} from '../modules/campaigns/index.ts'
import { bindCaptcha, purgeProofs, spendProof, type CaptchaDeps } from '../modules/captcha/index.ts'
import { acceptDocuments, bindConsent } from '../modules/consent/index.ts'
import { bindEventTickets, releaseAllExpired, workOnReleases } from '../modules/event-tickets/index.ts'
import {
  bindIdentity,
  createPasswordHasher,
  difficultyOf,
  flowSeconds,
  purgeFlows,
  type IdentityDeps,
} from '../modules/identity/index.ts'
import { createLimits, purgeAttempts } from '../modules/limits/index.ts'
import {
  bindMessaging,
  doesSmsFit,
  tidyMessages,
  workOnMessages,
  type MessagingDeps,
  type Sender,
} from '../modules/messaging/index.ts'
import { purgePhotos } from '../modules/photos/index.ts'
import { bindRecovery, bindRecoveryDesks, codeGuessingWork, tidyRecovery } from '../modules/recovery/index.ts'
import { bindPoints, createHourlyProof, expirePoints } from '../modules/points/index.ts'
import { bindReceipts, purchaseBook } from '../modules/receipts/index.ts'
import { createSessionFinder, purgeDeviceCredentials, purgeSessions } from '../modules/sessions/index.ts'
import { bindStaff, createStaffSessionFinder, purgeStaffSessions } from '../modules/staff/index.ts'
import { createVault } from '../modules/vault/index.ts'
import type { CaptchaAssessor } from '../ports/captcha-assessor.ts'
import type { Clock } from '../ports/clock.ts'
import type { PostalDirectory } from '../ports/postal-directory.ts'
import { ConfigurationRefused, type ClubConfiguration } from './club-configuration.ts'
import type { Environment } from './environment.ts'
import { eventTicketDepsOf } from './event-tickets.ts'
import { bindHealth } from './health.ts'
import { gatewaysOf } from './messaging-gateways.ts'
import { photoStoreOf } from './photo-storage.ts'
import { pointsOfReceipts } from './points-of-receipts.ts'
import { promotions } from './promotions.ts'
import { recoveryDepsOf } from './recovery.ts'

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
  /** The job runner keeps connections of its own. */
  databaseUrl: string
  rootKey: Buffer
  clock: Clock
}): Promise<Wired> => {
  const { environment, configuration, clock } = input
  const { db } = input.database
  const vault = createVault(input.rootKey)
  const limits = createLimits(db)
  const app = await createApp({
    log: pino({ level: environment.log_level }),
    baseUrl: environment.base_url,
    trustProxy: environment.trust_proxy,
  })
  const gateways = gatewaysOf({ environment, configuration, db, vault })
  const jobs = createJobs({
    url: input.databaseUrl,
    onError: (error) => app.log.error({ err: error }, 'job failed'),
  })
  const messaging: MessagingDeps = {
    db,
    clock,
    vault,
    jobs,
    sender: senderOf(environment, configuration),
    mailer: gateways.mailer,
    smsSender: gateways.smsSender,
    onEvent: (event) =>
      app.log[event.outcome === 'failed' ? 'error' : 'info']({ ...event }, `message ${event.outcome}`),
  }
  workOnMessages(messaging)
  const audit = createAppendAuditLine({ vault, clock })
  const eventTickets = eventTicketDepsOf({ messaging, audit, jobs })
  workOnReleases(eventTickets, jobs)
  app.addHook('onReady', () => jobs.start())
  app.addHook('onClose', async () => {
    await jobs.stop()
    await gateways.mailer.close()
  })
  const captcha: CaptchaDeps = {
    db,
    clock,
    limits,
    chance: { bytes: randomBytes, upTo: (highest) => randomInt(highest + 1) },
    key: vault.derive('captcha'),
    maxnumber: configuration.captcha.maxnumber,
    assessor: assessorOf(environment, configuration),
    workFor: async (question) =>
      Math.max(await difficultyOf({ limits }, question), await codeGuessingWork(db, question.now)),
  }
  const identity: IdentityDeps = {
    db,
    clock,
    vault,
    limits,
    hasher: createPasswordHasher(),
    rules: rulesOf(configuration),
    checkPlace: (place) => checkPlace({ db }, place),
    acceptDocuments,
  }
  const binder: Binder = {
    app,
    guards: {
      findSession: createSessionFinder(db, clock),
      findStaffSession: createStaffSessionFinder(db, clock),
      spendProof: (use) => spendProof(captcha, use),
    },
    clock,
    secureCookies: environment.base_url.startsWith('https:'),
    checkAnswers: environment.check_answers,
  }
  bindCaptcha(binder, captcha, flowSeconds)
  bindIdentity(binder, identity)
  bindConsent(binder, { db, clock, audit: createAppendAuditLine({ vault, clock }) })
  bindStaff(binder, {
    db,
    clock,
    vault,
    limits,
    hasher: identity.hasher,
    appendAuditLine: createAppendAuditLine({ vault, clock }),
    chance: randomBytes,
    rules: {
      club_name: configuration.club.name,
      base_url: environment.base_url,
      auth_failures_per_address: configuration.limits.auth_failures_per_address,
    },
  })
  bindAddressRoutes(binder, { db, clock, directories: directoriesOf(configuration, clock) })
  bindMessaging(binder, messaging)
  const photoStore = photoStoreOf(configuration, environment)
  const recovery = recoveryDepsOf({ identity, messaging, photoStore, configuration, log: app.log })
  bindRecovery(binder, recovery)
  bindRecoveryDesks(binder, recovery)
  if (gateways.isLocal && environment.dev_pages) bindOutbox(app, db)
  const campaigns: CampaignDeps = {
    db,
    clock,
    audit: createAppendAuditLine({ vault, clock }),
    promotions,
    purchases: purchaseBook,
  }
  bindCampaigns(binder, campaigns)
  bindEventTickets(binder, eventTickets)
  bindReceipts(binder, {
    db,
    clock,
    vault,
    audit: campaigns.audit,
    points: pointsOfReceipts,
    rules: configuration.receipts,
  })
  bindPoints(binder, { db, clock })
  const provePoints = createHourlyProof({
    db,
    clock,
    onFault: (fault) => app.log.error({ ...fault }, 'the points ledger does not add up'),
  })
  bindHealth(app, input.database)
  return {
    app,
    purge: async () => {
      await purge(db, clock())
      await tidyMessages(messaging)
      await tidyRecovery(recovery)
      await advanceCampaigns(db, clock())
      await expireTransactions(campaigns)
      await releaseAllExpired(eventTickets)
      // Last, for a photo store that is away must not keep anything else from its time.
      await purgePhotos({ db, store: photoStore }, clock())
      await expirePoints(db, clock())
      await provePoints()
    },
  }
}

const senderOf = ({ base_url }: Environment, { club }: ClubConfiguration): Sender => {
  const { text: desk_text, phone: desk_phone } = club.service_desk
  const sender = { club_name: club.name, accent: club.accent, base_url, desk_text, desk_phone }
  if (!doesSmsFit(sender))
    throw new ConfigurationRefused(
      'The host in PUBLIC_URL is too long: a code by SMS would not fit one message.',
    )
  return sender
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

/** How long the enterprise captcha's provider may take before proof of work has to do. */
const assessmentTimeoutMs = 3_000

const assessorOf = (
  { recaptcha_api_key: api_key, base_url }: Environment,
  { captcha: { enterprise }, club }: ClubConfiguration,
): CaptchaAssessor | null => {
  const site_key = club.captcha.enterprise_site_key
  if (!enterprise || site_key === null) return null
  if (api_key === null)
    throw new ConfigurationRefused('RECAPTCHA_API_KEY is missing: the club uses the enterprise captcha.')
  return createRecaptchaAssessor({
    ...enterprise,
    api_key,
    site_key,
    action: defaultEnterpriseAction,
    hostnames: [new URL(base_url).hostname],
    timeout_ms: assessmentTimeoutMs,
  })
}

const directoriesOf = ({ postal }: ClubConfiguration, clock: Clock): PostalDirectory[] => [
  ...(postal.viacep_url ? [withCircuitBreaker(createViaCep({ baseUrl: postal.viacep_url }), clock)] : []),
  ...(postal.brasilapi_url
    ? [withCircuitBreaker(createBrasilApi({ baseUrl: postal.brasilapi_url }), clock)]
    : []),
]

const purge = async (db: Database['db'], now: Date): Promise<void> => {
  await purgeSessions(db, now)
  await purgeStaffSessions(db, now)
  await purgeDeviceCredentials(db, now)
  await purgeFlows(db, now)
  await purgeProofs(db, now)
  await purgePostalAnswers(db, now)
  await purgeAttempts(db, new Date(now.getTime() - 2 * 24 * 3_600_000))
}
