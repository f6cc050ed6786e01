import type { FastifyInstance } from 'fastify'
import { createSingletonJobs, type SingletonJobs } from '../db/singleton-jobs.ts'
import { bindSampleReceipts } from './sample-receipts.ts'
import { bindOutbox } from '../adapters/outbox/outbox-page.ts'
import { bindAddressRoutes } from '../modules/addresses/index.ts'
import {
  bindCampaigns,
  bindRegulationChanges,
  implementedPromotions,
  registerRegulationNotices,
  listFollowedVersions,
} from '../modules/campaigns/index.ts'
import { bindCaptcha } from '../modules/captcha/index.ts'
import { bindConsent } from '../modules/consent/index.ts'
import { bindCredit } from '../modules/credit/index.ts'
import { bindCustomerService } from '../modules/customer-service/index.ts'
import { bindIdentity, confirmPassword, flowSeconds } from '../modules/identity/index.ts'
import { bindMessaging, registerDelivery } from '../modules/messaging/index.ts'
import { bindPoints, bindPointsDesk } from '../modules/points/index.ts'
import { bindPrivacy, bindPrivacyDesk } from '../modules/privacy/index.ts'
import { bindProofs, registerProofs, type Proof } from '../modules/proofs/index.ts'
import { bindRatings } from '../modules/ratings/index.ts'
import { bindReceipts, readPointsInReview } from '../modules/receipts/index.ts'
import { bindRecovery, bindRecoveryDesks, countFailingAccount } from '../modules/recovery/index.ts'
import { bindServiceDesk } from '../modules/service-desk/index.ts'
import { bindStaff } from '../modules/staff/index.ts'
import { bindBatch } from '../http/bind-batch.ts'
import { createStreams } from '../http/bind-stream.ts'
import { binderOf } from './binder.ts'
import { campaignDepsOf } from './campaigns.ts'
import { captchaDepsOf } from './captcha.ts'
import { creditDepsOf } from './credit.ts'
import { customerServiceDepsOf } from './customer-service.ts'
import { createInfrastructure, type InfrastructureInput } from './infrastructure.ts'
import { bindHealth } from './health.ts'
import { identityDepsOf } from './identity.ts'
import { maintenanceJobs } from './maintenance.ts'
import { gatewaysOf } from './messaging-gateways.ts'
import { bindMessagePreviews } from './message-previews.ts'
import { messagingDepsOf } from './messaging.ts'
import { createActivityNotifier } from './notify-customer.ts'
import { externalServicesOf } from './outside.ts'
import { bindOutsidePage } from './outside-page.ts'
import { photoDepsOf } from './photo-storage.ts'
import { createPostalDirectories } from './postal-directories.ts'
import { privacyDepsOf } from './privacy.ts'
import { createAttachmentsOf, createPromotions, projectServicesOf, promotionDepsOf } from './promotions.ts'
import { proofJobs, proofsOf } from './proofs.ts'
import { ratingDepsOf } from './ratings.ts'
import { receiptDepsOf } from './receipts.ts'
import { recoveryDepsOf } from './recovery.ts'
import { serviceDeskDepsOf } from './service-desk.ts'
import { staffDepsOf } from './staff.ts'
import { virusScannerOf } from './virus-scanner.ts'

export type Wired = {
  readonly app: FastifyInstance
  /** Everything that expires, purges or verifies data; not started yet. */
  readonly maintenance: SingletonJobs
  /** All proofs of stored data. */
  readonly proofs: readonly Proof[]
}

/**
 * The composition root: creates every module with its dependencies. Those of larger modules are
 * created in separate files in this folder.
 * @throws {ConfigurationError} when configuration and environment are inconsistent
 */
export const wire = async (input: InfrastructureInput): Promise<Wired> => {
  const infrastructure = await createInfrastructure(input)
  const { app, db, clock, jobs, notifications } = infrastructure

  const gateways = gatewaysOf(infrastructure)
  const photos = photoDepsOf(infrastructure)
  const scanner = virusScannerOf(infrastructure.configuration)
  const messaging = messagingDepsOf(infrastructure, gateways)
  const captcha = captchaDepsOf(infrastructure)
  const identity = identityDepsOf(infrastructure, messaging)
  const recovery = recoveryDepsOf({ ...infrastructure, identity, messaging, photos })
  const promotionDeps = promotionDepsOf(infrastructure, messaging)
  const promotions = createPromotions(promotionDeps, {
    ...projectServicesOf({ photos, scanner, limits: infrastructure.limits }),
    photos,
    limits: infrastructure.limits,
    rules: identity.rules,
    externalServices: externalServicesOf(infrastructure),
    confirmPassword: (input) => confirmPassword(identity, input),
    countGuesser: (person, now) => countFailingAccount(recovery, { account: person, now }),
  })
  const campaigns = campaignDepsOf(infrastructure, promotions, messaging)
  const regulations = { ...campaigns, jobs, notify: promotionDeps.notify }
  const privacy = privacyDepsOf({ ...infrastructure, identity, campaigns })
  const proofs = proofsOf({ ...infrastructure, photos }, promotions)

  registerDelivery({ ...messaging, createAttachments: createAttachmentsOf(promotions) })
  registerRegulationNotices(regulations, jobs)
  for (const promotion of implementedPromotions(promotions)) promotion.registerJobs(jobs)
  app.addHook('onReady', async () => {
    await registerProofs(
      db,
      proofs.map(({ name }) => name),
      clock(),
    )
    await jobs.start()
    await notifications.start()
  })
  app.addHook('onClose', async () => {
    await jobs.stop()
    await notifications.stop()
    await gateways.mailer.close()
    photos.decoder.close()
  })

  const binder = binderOf(infrastructure, captcha)
  bindBatch(binder)
  bindCaptcha(binder, captcha, flowSeconds)
  bindIdentity(binder, identity)
  bindConsent(binder, { ...infrastructure, listFollowedVersions })
  const { listSubjects } = privacy
  const { hasher } = identity
  bindStaff(binder, staffDepsOf(infrastructure, { hasher, messaging, promotions, listSubjects }))
  bindAddressRoutes(binder, { db, clock, directories: createPostalDirectories(infrastructure) })
  bindMessaging(binder, messaging)
  bindRecovery(binder, recovery)
  bindRecoveryDesks(binder, recovery)
  bindServiceDesk(binder, serviceDeskDepsOf(infrastructure, { campaigns, identity }))
  bindPrivacy(binder, privacy)
  bindPrivacyDesk(binder, privacy)
  bindCampaigns(binder, campaigns)
  bindRegulationChanges(binder, regulations)
  bindCredit(binder, creditDepsOf(infrastructure))
  for (const promotion of implementedPromotions(promotions)) promotion.bind(binder)
  const receipts = receiptDepsOf(infrastructure, { photos, messaging })
  bindReceipts(binder, receipts)
  const ratings = ratingDepsOf(infrastructure, messaging)
  bindRatings(binder, ratings)
  const customerService = customerServiceDepsOf(infrastructure, { photos, messaging, scanner })
  const streams = createStreams()
  notifications.onGap(streams.closeAll)
  // Otherwise their connections would delay the end of the process.
  app.addHook('preClose', (done) => {
    streams.closeAll()
    done()
  })
  bindCustomerService(binder, streams, customerService)
  bindPoints(binder, {
    ...infrastructure,
    readInReview: (reader, actor) => readPointsInReview(receipts.rules, reader, actor),
  })
  bindPointsDesk(binder, {
    ...infrastructure,
    rules: identity.rules,
    notify: createActivityNotifier(messaging),
    lifetime_days: infrastructure.configuration.club.points.lifetime_days,
  })
  bindProofs(binder, { db, clock, proofs })
  bindHealth(app, infrastructure, proofs)
  if (infrastructure.environment.dev_pages) {
    if (gateways.isLocal) bindOutbox(app, infrastructure)
    bindSampleReceipts(app, infrastructure)
    bindOutsidePage(app, infrastructure)
    bindMessagePreviews(app, { sender: messaging.sender, promotions })
  }

  const maintenance = createSingletonJobs(
    db,
    [
      ...maintenanceJobs(infrastructure, {
        messaging,
        recovery,
        campaigns: regulations,
        privacy,
        ratings,
        customerService,
        photoStore: photos.store,
      }),
      ...proofJobs(infrastructure, proofs),
    ],
    (job, error) => infrastructure.log.error({ job, err: error }, 'a periodic job failed'),
  )
  app.addHook('onClose', () => maintenance.stop())
  return { app, maintenance, proofs }
}
