import { purgePostalAnswers } from '../modules/addresses/index.ts'
import { advanceCampaigns, expireTransactions, type CampaignDeps } from '../modules/campaigns/index.ts'
import { purgeProofs } from '../modules/captcha/index.ts'
import { releaseAllExpired, type EventTicketDeps } from '../modules/event-tickets/index.ts'
import { purgeFlows } from '../modules/identity/index.ts'
import { purgeAttempts } from '../modules/limits/index.ts'
import { tidyMessages, type MessagingDeps } from '../modules/messaging/index.ts'
import { purgePhotos } from '../modules/photos/index.ts'
import { createHourlyProof, expirePoints } from '../modules/points/index.ts'
import { tidyRecovery, type RecoveryDeps } from '../modules/recovery/index.ts'
import { purgeDeviceCredentials, purgeSessions } from '../modules/sessions/index.ts'
import { purgeStaffSessions } from '../modules/staff/index.ts'
import { anonymiseAccounts, type PrivacyDeps } from '../modules/privacy/index.ts'
import type { PhotoStore } from '../ports/photo-store.ts'
import type { Ground } from './ground.ts'

const dayMs = 24 * 3_600_000
/** How long attempts are kept: longer than any limit looks back. */
const attemptsKeptMs = 2 * dayMs

/** Ends what time has ended and deletes what has expired; safe to run in several processes at once. */
export const createPurge = (
  ground: Ground,
  deps: {
    messaging: MessagingDeps
    recovery: RecoveryDeps
    campaigns: CampaignDeps
    eventTickets: EventTicketDeps
    privacy: PrivacyDeps
    photoStore: PhotoStore
  },
): (() => Promise<void>) => {
  const { db, clock, log } = ground
  const provePoints = createHourlyProof({
    db,
    clock,
    onFault: (fault) => log.error({ ...fault }, 'the points ledger does not add up'),
  })
  return async () => {
    await purgeExpired(ground)
    await tidyMessages(deps.messaging)
    await tidyRecovery(deps.recovery)
    await advanceCampaigns(db, clock())
    await expireTransactions(deps.campaigns)
    await releaseAllExpired(deps.eventTickets)
    await expirePoints(db, clock())
    await provePoints()
    await endAccounts(ground, deps.privacy)
    // Last, for a photo store that is away must not keep anything else from its time.
    await purgePhotos({ db, store: deps.photoStore }, clock())
  }
}

/** Before the photos: those of whoever leaves go with the same run. */
const endAccounts = async (
  { clock, log }: Pick<Ground, 'clock' | 'log'>,
  deps: PrivacyDeps,
): Promise<void> => {
  const { failed, anonymised: ended, report } = await anonymiseAccounts(deps, clock())
  for (const { customer_id, error } of failed)
    log.error({ customer_id, err: error }, 'an account whose time is up could not be anonymised')
  if (ended > 0) log.info({ ended, ...report }, 'accounts were anonymised')
}

const purgeExpired = async ({ db, clock }: Pick<Ground, 'db' | 'clock'>): Promise<void> => {
  const now = clock()
  await purgeSessions(db, now)
  await purgeStaffSessions(db, now)
  await purgeDeviceCredentials(db, now)
  await purgeFlows(db, now)
  await purgeProofs(db, now)
  await purgePostalAnswers(db, now)
  await purgeAttempts(db, new Date(now.getTime() - attemptsKeptMs))
}
