import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import type { SingletonJob } from '../db/singleton-jobs.ts'
import { purgePostalResponses } from '../modules/addresses/index.ts'
import {
  advanceCampaigns,
  expireTransactions,
  resumeRegulationNotices,
  type RegulationDeps,
} from '../modules/campaigns/index.ts'
import { purgeProofs } from '../modules/captcha/index.ts'
import { purgeContactCodes, purgeFlows, purgeFormerAccounts } from '../modules/identity/index.ts'
import { purgeAttempts } from '../modules/limits/index.ts'
import { purgeMessages, type MessagingDeps } from '../modules/messaging/index.ts'
import { purgePhotos } from '../modules/photos/index.ts'
import {
  closeResolved,
  purgeAttachments,
  type CustomerServiceDeps,
  type ServiceEvents,
} from '../modules/customer-service/index.ts'
import { deleteIdentifiedSpending, expirePoints, notifyOfExpiringPoints } from '../modules/points/index.ts'
import { sendRatingRequests, type RatingDeps } from '../modules/ratings/index.ts'
import { purgeRecovery, type RecoveryDeps } from '../modules/recovery/index.ts'
import { purgeDeviceCredentials, purgeSessions } from '../modules/sessions/index.ts'
import { purgeStaffSessions } from '../modules/staff/index.ts'
import { anonymizeAccounts, type PrivacyDeps } from '../modules/privacy/index.ts'
import type { PhotoStore } from '../ports/photo-store.ts'
import type { Infrastructure } from './infrastructure.ts'
import { createActivityNotifier } from './notify-customer.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Retention of attempts: longer than the window of any limit. */
const attemptRetentionMs = 2 * dayMs
/** Retention of the counters of passwordless spending; only the current club day counts toward the limit. */
const spendingRetentionMs = 3 * dayMs

type MaintenanceDeps = {
  messaging: MessagingDeps
  recovery: RecoveryDeps
  campaigns: RegulationDeps
  privacy: PrivacyDeps
  ratings: RatingDeps
  customerService: CustomerServiceDeps & { events: ServiceEvents }
  photoStore: PhotoStore
}

/** Everything that expires or purges data, each step as a separate job. */
export const maintenanceJobs = (
  { db, clock, log, time_zone }: Pick<Infrastructure, 'db' | 'clock' | 'log' | 'time_zone'>,
  deps: MaintenanceDeps,
): readonly SingletonJob[] => {
  const ago = (ms: number) => new Date(clock().getTime() - ms)
  const steps: Readonly<Record<string, (signal: AbortSignal) => Promise<unknown>>> = {
    'purge-sessions': () => purgeSessions(db, clock()),
    'purge-staff-sessions': () => purgeStaffSessions(db, clock()),
    'purge-device-credentials': () => purgeDeviceCredentials(db, clock()),
    'purge-flows': () => purgeFlows(db, clock()),
    'purge-contact-codes': () => purgeContactCodes(db, clock()),
    'purge-former-accounts': () => purgeFormerAccounts(db, clock()),
    'purge-captcha-proofs': () => purgeProofs(db, clock()),
    'purge-postal-responses': () => purgePostalResponses(db, clock()),
    'purge-attempts': () => purgeAttempts(db, ago(attemptRetentionMs)),
    'purge-spending-counters': () =>
      deleteIdentifiedSpending(db, clubDayOf(ago(spendingRetentionMs), time_zone)),
    'purge-messages': () => purgeMessages(deps.messaging),
    'purge-recovery': () => purgeRecovery(deps.recovery),
    'advance-campaigns': () => advanceCampaigns(db, clock()),
    'expire-participations': () => expireTransactions(deps.campaigns),
    'resume-regulation-notices': () => resumeRegulationNotices(deps.campaigns),
    ...promotionSteps(deps.campaigns.promotions),
    'expire-points': async (signal) => {
      const { failed } = await expirePoints(db, clock(), signal)
      for (const { customer_id, error } of failed)
        log.error({ customer_id, err: error }, 'points could not be expired')
    },
    'notify-of-expiring-points': (signal) =>
      notifyOfExpiringPoints(
        { db, time_zone, notify: createActivityNotifier(deps.messaging) },
        clock(),
        signal,
      ),
    'send-rating-requests': (signal) => sendRatingRequests(deps.ratings, signal),
    'close-resolved-tickets': (signal) => closeResolved(deps.customerService, signal),
    'anonymize-accounts': () => anonymizeDue({ clock, log }, deps.privacy),
    // After the accounts, so that one run of all jobs also purges the photos of erased accounts.
    'purge-photos': () => purgePhotos({ db, store: deps.photoStore }, clock()),
    'purge-attachments': (signal) =>
      purgeAttachments({ db, clock, photos: { store: deps.photoStore } }, signal),
  }
  return Object.entries(steps).map(([name, step]) => ({
    name,
    everyMs: 10 * minuteMs,
    run: async (signal) => {
      await step(signal)
    },
  }))
}

const promotionSteps = (
  promotions: MaintenanceDeps['campaigns']['promotions'],
): Record<string, () => Promise<void>> =>
  Object.fromEntries(
    Object.entries(promotions).flatMap(([kind, promotion]) =>
      promotion === null ? [] : [[`purge-${kind.replaceAll('_', '-')}`, promotion.purge]],
    ),
  )

const anonymizeDue = async (
  { clock, log }: Pick<Infrastructure, 'clock' | 'log'>,
  deps: PrivacyDeps,
): Promise<void> => {
  const { failed, anonymized, report } = await anonymizeAccounts(deps, clock())
  for (const { customer_id, error } of failed)
    log.error({ customer_id, err: error }, 'an overdue account could not be anonymized')
  if (anonymized > 0) log.info({ ...report, anonymized }, 'accounts were anonymized')
}
