import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import type { JobQueue, Jobs } from '../../db/jobs.ts'
import { findCampaignFacts } from '../campaigns/index.ts'
import type { EventTicketDeps } from './deps.ts'
import { listSessionIds, lockSession } from './event-session-store.ts'
import { reallocatePlaces } from './release-expired.ts'
import { listLiveDeadlines, extendOffers, releaseDue } from './release-expired-store.ts'
import { scheduleRelease } from './schedule-release.ts'
import { offerTexts, pauseTexts } from './waiting-list/offer-texts.ts'

/** The job that notifies customers of a pause: there may be thousands of holds. */
export const pauseQueue: JobQueue<{ campaign_id: string }> = {
  name: 'event-pause-notices',
  expireInSeconds: 300,
  retryLimit: 5,
}

export const registerPauseNotices = (deps: EventTicketDeps, jobs: Pick<Jobs, 'work'>): void =>
  jobs.work(pauseQueue, ({ campaign_id }) => notifyOfPause(deps, campaign_id))

/** Notifies customers with a live hold or offer that the campaign was paused, unless it was resumed in the meantime. */
export const notifyOfPause = (deps: EventTicketDeps, campaign_id: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const campaign = (await findCampaignFacts(tx, [campaign_id])).get(campaign_id)
    if (!campaign?.paused_at || campaignStateAt(campaign, now) !== 'paused') return
    const { paused_at } = campaign
    for (const { kind, customer_id, ...deadline } of await listLiveDeadlines(tx, {
      campaign_id,
      paused_at,
      now,
    }))
      await deps.notify(tx, {
        customer_id,
        template: `paused-${kind}`,
        texts: pauseTexts[kind](deadline, deps.time_zone),
        expires_at: null,
      })
  })

/**
 * Extends live offers by the duration of the pause. Holds are not extended: customers whose hold expired during the
 * pause come first on the waiting list, and get the first offers. Sessions are locked by id.
 */
export const resumeSessions = async (
  deps: EventTicketDeps,
  tx: Tx,
  pause: { campaign_id: string; paused_at: Date; now: Date },
): Promise<void> => {
  const { paused_at, now } = pause
  for (const session_id of await listSessionIds(tx, pause.campaign_id)) {
    const locked = await lockSession(tx, session_id)
    if (!locked || locked.cancelled_at) continue
    const released = await releaseDue(tx, { session_id, now, paused_at })
    const extended = await extendOffers(tx, { session_id, paused_at, now })
    for (const time of new Set(extended.map(({ offer_expires_at }) => offer_expires_at.getTime())))
      await scheduleRelease(deps, tx, { session_id, due_at: new Date(time), now })
    for (const { customer_id, quantity, offer_expires_at: until } of extended) {
      const offer = { session_title: locked.title, quantity, until }
      const texts = offerTexts['offer-extended'](offer, deps.time_zone)
      await deps.notify(tx, { customer_id, template: 'offer-extended', texts, expires_at: until })
    }
    await reallocatePlaces(deps, tx, { ...locked, held: locked.held - released }, now)
  }
}
