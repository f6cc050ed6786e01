import type { FastifyInstance } from 'fastify'
import { bindOutbox } from '../adapters/outbox/outbox-page.ts'
import { bindAddressRoutes } from '../modules/addresses/index.ts'
import { bindCampaigns } from '../modules/campaigns/index.ts'
import { bindCaptcha } from '../modules/captcha/index.ts'
import { bindConsent } from '../modules/consent/index.ts'
import { bindEventTickets, workOnReleases } from '../modules/event-tickets/index.ts'
import { bindIdentity, flowSeconds } from '../modules/identity/index.ts'
import { bindMessaging, workOnMessages } from '../modules/messaging/index.ts'
import { bindPoints, bindPointsDesk } from '../modules/points/index.ts'
import { bindPrivacy, bindPrivacyDesk } from '../modules/privacy/index.ts'
import { bindReceipts } from '../modules/receipts/index.ts'
import { bindRecovery, bindRecoveryDesks } from '../modules/recovery/index.ts'
import { bindStaff } from '../modules/staff/index.ts'
import { binderOf } from './binder.ts'
import { campaignDepsOf } from './campaigns.ts'
import { captchaDepsOf } from './captcha.ts'
import { eventTicketDepsOf } from './event-tickets.ts'
import { layGround, type GroundInput } from './ground.ts'
import { bindHealth } from './health.ts'
import { identityDepsOf } from './identity.ts'
import { gatewaysOf } from './messaging-gateways.ts'
import { messagingDepsOf } from './messaging.ts'
import { photoStoreOf } from './photo-storage.ts'
import { directoriesOf } from './postal-directories.ts'
import { privacyDepsOf } from './privacy.ts'
import { createPurge } from './purging.ts'
import { receiptDepsOf } from './receipts.ts'
import { recoveryDepsOf } from './recovery.ts'
import { staffDepsOf } from './staff.ts'

export type Wired = {
  readonly app: FastifyInstance
  /** Deletes what has expired; safe to run in several processes at once. */
  readonly purge: () => Promise<void>
}

/**
 * Puts the product together: every module gets what it needs here and nowhere else. What a capability works with is
 * made in a file of its own beside this one.
 * @throws {ConfigurationRefused} when the configuration and the environment do not go together
 */
export const wire = async (input: GroundInput): Promise<Wired> => {
  const ground = await layGround(input)
  const { app, db, clock, jobs } = ground

  const gateways = gatewaysOf(ground)
  const photoStore = photoStoreOf(ground.configuration, ground.environment)
  const messaging = messagingDepsOf(ground, gateways)
  const captcha = captchaDepsOf(ground)
  const identity = identityDepsOf(ground, messaging)
  const recovery = recoveryDepsOf({ ...ground, identity, messaging, photoStore })
  const campaigns = campaignDepsOf(ground)
  const eventTickets = eventTicketDepsOf({ ...ground, messaging })
  const privacy = privacyDepsOf({ identity, campaigns, eventTickets })

  workOnMessages(messaging)
  workOnReleases(eventTickets, jobs)
  app.addHook('onReady', () => jobs.start())
  app.addHook('onClose', async () => {
    await jobs.stop()
    await gateways.mailer.close()
  })

  const binder = binderOf(ground, captcha)
  bindCaptcha(binder, captcha, flowSeconds)
  bindIdentity(binder, identity)
  bindConsent(binder, ground)
  bindStaff(binder, staffDepsOf(ground, { hasher: identity.hasher, messaging }))
  bindAddressRoutes(binder, { db, clock, directories: directoriesOf(ground) })
  bindMessaging(binder, messaging)
  bindRecovery(binder, recovery)
  bindRecoveryDesks(binder, recovery)
  bindPrivacy(binder, privacy)
  bindPrivacyDesk(binder, privacy)
  bindCampaigns(binder, campaigns)
  bindEventTickets(binder, eventTickets)
  bindReceipts(binder, receiptDepsOf(ground, photoStore))
  bindPoints(binder, ground)
  bindPointsDesk(binder, { ...ground, rules: identity.rules })
  bindHealth(app, ground.database)
  if (gateways.isLocal && ground.environment.dev_pages) bindOutbox(app, db)

  return {
    app,
    purge: createPurge(ground, { messaging, recovery, campaigns, eventTickets, privacy, photoStore }),
  }
}
