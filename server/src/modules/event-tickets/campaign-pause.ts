import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import type { JobQueue, Jobs } from '../../db/jobs.ts'
import { findCampaignFacts } from '../campaigns/index.ts'
import type { MessageTexts } from '../messaging/index.ts'
import { messageTopics, type EventTicketDeps } from './deps.ts'
import { listSessionIds, lockSession } from './event-session-store.ts'
import {
  insertPauseNotices,
  listExtendedOffers,
  listPausedDeadlines,
  type PauseNotice,
} from './pause-notice-store.ts'
import { extendOffers, releaseDue } from './release-expired-store.ts'
import { continueOffers, scheduleRelease } from './schedule-release.ts'
import { offerTexts, pauseTexts } from './waiting-list/offer-texts.ts'

/** The job that notifies customers of a pause: there may be thousands of holds. */
export const pauseQueue: JobQueue<{ campaign_id: string }> = {
  name: 'event-pause-notices',
  expireInSeconds: 300,
  retryLimit: 5,
}

/** The job that notifies customers with an extended offer after the pause. */
const resumeQueue: JobQueue<{ campaign_id: string; resumed_at: string }> = {
  name: 'event-resume-notices',
  expireInSeconds: 300,
  retryLimit: 5,
}

export const registerPauseNotices = (deps: EventTicketDeps, jobs: Pick<Jobs, 'work'>): void => {
  jobs.work(pauseQueue, ({ campaign_id }) => notifyOfPause(deps, campaign_id))
  jobs.work(resumeQueue, ({ campaign_id, resumed_at }) =>
    notifyOfResume(deps, campaign_id, new Date(resumed_at)),
  )
}

/** Customers notified in one transaction. */
const batchSize = 200

/** Notifies customers with a live hold or offer that the campaign was paused, unless it was resumed in the meantime. */
export const notifyOfPause = async (deps: EventTicketDeps, campaign_id: string): Promise<void> => {
  const notifyBatch = (tx: Tx) =>
    notifyEach(deps, tx, async (now) => {
      const campaign = (await findCampaignFacts(tx, [campaign_id])).get(campaign_id)
      if (!campaign?.paused_at || campaignStateAt(campaign, now) !== 'paused') return []
      const { paused_at } = campaign
      return listPausedDeadlines(tx, { campaign_id, paused_at, now, limit: batchSize })
    })
  while (await inTransaction(deps.db, notifyBatch));
}

/** Notifies customers of their extended offers, unless the campaign was paused again in the meantime. */
export const notifyOfResume = async (
  deps: EventTicketDeps,
  campaign_id: string,
  resumed_at: Date,
): Promise<void> => {
  const notifyBatch = (tx: Tx) =>
    notifyEach(deps, tx, async (now) => {
      const campaign = (await findCampaignFacts(tx, [campaign_id])).get(campaign_id)
      if (!campaign || campaignStateAt(campaign, now) !== 'active') return []
      const notices = await listExtendedOffers(tx, { campaign_id, resumed_at, now, limit: batchSize })
      const expiries = new Map(
        notices.map(({ session_id, until }) => [`${session_id} ${+until}`, { session_id, due_at: until }]),
      )
      for (const expiry of expiries.values()) await scheduleRelease(deps, tx, { ...expiry, now })
      return notices
    })
  while (await inTransaction(deps.db, notifyBatch));
}

/**
 * Notifies the listed customers once each, since message and record commit together: an interrupted run continues with
 * the rest.
 * @returns false when all have been notified
 */
const notifyEach = async (
  deps: EventTicketDeps,
  tx: Tx,
  list: (now: Date) => Promise<PauseNotice[]>,
): Promise<boolean> => {
  const notices = await list(deps.clock())
  const recorded = await insertPauseNotices(tx, notices)
  for (const notice of notices.filter(({ id }) => recorded.has(id))) {
    const { customer_id, template, until } = notice
    const expires_at = template === 'offer-extended' ? until : null
    await deps.notify(tx, {
      customer_id,
      topic: messageTopics[template],
      template,
      texts: textsOf(notice, deps.time_zone),
      expires_at,
    })
  }
  return notices.length > 0
}

const textsOf = (notice: PauseNotice, zone: TimeZone): MessageTexts => {
  switch (notice.template) {
    case 'paused-hold':
      return pauseTexts.hold(notice, zone)
    case 'paused-offer':
      return pauseTexts.offer(notice, zone)
    case 'offer-extended':
      return offerTexts['offer-extended'](notice, zone)
    default:
      return notice.template satisfies never
  }
}

/**
 * Extends live offers by the duration of the pause, to at least ten minutes. Holds are not extended: customers whose hold
 * expired during the pause come first on the waiting list, and get the first offers. Sessions are locked by id. Jobs make
 * the offers and notify, because the campaign is locked.
 */
export const resumeSessions = async (
  deps: EventTicketDeps,
  tx: Tx,
  pause: { campaign_id: string; paused_at: Date; now: Date },
): Promise<void> => {
  const { campaign_id, paused_at, now } = pause
  for (const session_id of await listSessionIds(tx, campaign_id)) {
    const locked = await lockSession(tx, session_id)
    if (!locked || locked.cancelled_at) continue
    await releaseDue(tx, { session_id, now, paused_at, offer_time: paused_at })
    await extendOffers(tx, { session_id, paused_at, now })
    await continueOffers(deps, tx, session_id)
  }
  await deps.jobs.enqueue(tx, resumeQueue, { campaign_id, resumed_at: now.toISOString() })
}
