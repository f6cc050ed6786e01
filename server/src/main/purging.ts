import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { purgePostalResponses } from '../modules/addresses/index.ts'
import {
  advanceCampaigns,
  builtPromotions,
  expireTransactions,
  resumeRegulationNotices,
  type RegulationDeps,
} from '../modules/campaigns/index.ts'
import { purgeProofs } from '../modules/captcha/index.ts'
import { purgeFlows, purgeFormerAccounts } from '../modules/identity/index.ts'
import { purgeAttempts } from '../modules/limits/index.ts'
import { purgeMessages, type MessagingDeps } from '../modules/messaging/index.ts'
import { purgePhotos } from '../modules/photos/index.ts'
import { createHourlyProof, deleteIdentifiedSpending, expirePoints } from '../modules/points/index.ts'
import { purgeRecovery, type RecoveryDeps } from '../modules/recovery/index.ts'
import { purgeDeviceCredentials, purgeSessions } from '../modules/sessions/index.ts'
import { purgeStaffSessions } from '../modules/staff/index.ts'
import { anonymiseAccounts, type PrivacyDeps } from '../modules/privacy/index.ts'
import type { PhotoStore } from '../ports/photo-store.ts'
import type { Infrastructure } from './infrastructure.ts'

const dayMs = 24 * 3_600_000
/** Retention of attempts: longer than the window of any limit. */
const attemptRetentionMs = 2 * dayMs
/** Retention of the counters of passwordless spending; only the current club day counts towards the limit. */
const spendingRetentionMs = 3 * dayMs

/** Expires and purges data; safe to run in several processes concurrently. */
export const createPurge = (
  infrastructure: Infrastructure,
  deps: {
    messaging: MessagingDeps
    recovery: RecoveryDeps
    campaigns: RegulationDeps
    privacy: PrivacyDeps
    photoStore: PhotoStore
  },
): (() => Promise<void>) => {
  const { db, clock, log } = infrastructure
  const provePoints = createHourlyProof({
    db,
    clock,
    onDiscrepancy: (discrepancy) => log.error({ ...discrepancy }, 'discrepancy in the points ledger'),
  })
  return async () => {
    await purgeExpired(infrastructure)
    await purgeMessages(deps.messaging)
    await purgeRecovery(deps.recovery)
    await advanceCampaigns(db, clock())
    await expireTransactions(deps.campaigns)
    await resumeRegulationNotices(deps.campaigns)
    for (const promotion of builtPromotions(deps.campaigns.promotions)) await promotion.purge()
    await expirePoints(db, clock())
    await provePoints()
    await anonymiseDue(infrastructure, deps.privacy)
    // Last, because an unavailable photo store must not block the rest.
    await purgePhotos({ db, store: deps.photoStore }, clock())
  }
}

/** Before the photos, so that those of erased accounts are purged in the same run. */
const anonymiseDue = async (
  { clock, log }: Pick<Infrastructure, 'clock' | 'log'>,
  deps: PrivacyDeps,
): Promise<void> => {
  const { failed, anonymised: ended, report } = await anonymiseAccounts(deps, clock())
  for (const { customer_id, error } of failed)
    log.error({ customer_id, err: error }, 'an overdue account could not be anonymised')
  if (ended > 0) log.info({ ended, ...report }, 'accounts were anonymised')
}

const purgeExpired = async ({
  db,
  clock,
  time_zone,
}: Pick<Infrastructure, 'db' | 'clock' | 'time_zone'>): Promise<void> => {
  const now = clock()
  await purgeSessions(db, now)
  await purgeStaffSessions(db, now)
  await purgeDeviceCredentials(db, now)
  await purgeFlows(db, now)
  await purgeFormerAccounts(db, now)
  await purgeProofs(db, now)
  await purgePostalResponses(db, now)
  await purgeAttempts(db, new Date(now.getTime() - attemptRetentionMs))
  const oldestDay = clubDayOf(new Date(now.getTime() - spendingRetentionMs), time_zone)
  await deleteIdentifiedSpending(db, oldestDay)
}
