import { campaignStateAt } from '@clube/contract/campaigns/campaign-states.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import type { Jobs } from '../../db/jobs.ts'
import { expiryAfter } from '../../ports/clock.ts'
import { findCampaignFacts } from '../campaigns/index.ts'
import type { EventTicketDeps } from './deps.ts'
import { offerTimeAt } from './offer-time.ts'
import { listSessionsToRelease, releaseDue } from './release-expired-store.ts'
import { areSalesOpen, freePlaces, type EventSession } from './event-session.ts'
import { countWaiting, lockSession } from './event-session-store.ts'
import { continueQueue, releaseQueue, scheduleRelease } from './schedule-release.ts'
import { offerPlaces } from './waiting-list/offer-places.ts'

/** Time until a continued waiting list is checked again; its job has completed by then. */
const recheckSeconds = 5

/** Registers the jobs' handlers, before the job runner starts. */
export const registerReleases = (deps: EventTicketDeps, jobs: Pick<Jobs, 'work'>): void => {
  jobs.work(releaseQueue, ({ session_id, due_at }) => releaseExpired(deps, session_id, new Date(due_at)))
  jobs.work(continueQueue, async ({ session_id }) => {
    let waiting = Infinity
    // Repeats until a batch makes no more offers.
    for (;;) {
      await releaseExpired(deps, session_id)
      const rest = await countWaiting(deps.db, session_id)
      if (rest === 0 || rest >= waiting) break
      waiting = rest
    }
    // A continuation enqueued after the last batch and before this job completes is dropped.
    const now = deps.clock()
    const due_at = expiryAfter(now, recheckSeconds)
    await inTransaction(deps.db, (tx) => scheduleRelease(deps, tx, { session_id, due_at, now }))
  })
}

/**
 * Expires holds and offers of a session, and offers returned places to the waiting list.
 * @param due_at the expiry for which the job was scheduled: if it ran early by this process's clock, it is scheduled
 *   again
 */
export const releaseExpired = (
  deps: EventTicketDeps,
  session_id: string,
  due_at: Date | null = null,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const session = await lockSession(tx, session_id)
    if (!session) return
    await reallocatePlaces(deps, tx, session, now)
    if (due_at !== null && now <= due_at) await scheduleRelease(deps, tx, { session_id, due_at, now })
  })

/** Runs `releaseExpired` for all sessions, in case a job was lost. */
export const releaseAllExpired = async (deps: EventTicketDeps): Promise<void> => {
  for (const session_id of await listSessionsToRelease(deps.db, deps.clock()))
    await releaseExpired(deps, session_id)
}

/**
 * Brings a locked session up to date before a decision: expires holds and offers, and offers free places to the waiting
 * list first, one batch per transaction. No offer is made while the campaign is not active, since it could not be
 * accepted; none expires while it is paused, and those that are live when it ends are ended with the list.
 * @returns the updated session; its free places are not needed by the waiting list
 */
export const reallocatePlaces = async (
  deps: EventTicketDeps,
  tx: Tx,
  session: EventSession,
  now: Date,
): Promise<EventSession> => {
  const { id: session_id, campaign_id } = session
  // The cancellation's job ends reservations and entries, and returns participations as well as places.
  if (session.cancelled_at) return session
  // Read under the lock, which pausing and resuming wait for.
  const campaign = (await findCampaignFacts(tx, [campaign_id])).get(campaign_id)
  if (!campaign) throw new Error('The session has no campaign')
  const state = campaignStateAt(campaign, now)
  const paused_at = state === 'paused' ? campaign.paused_at : null
  const offer_time = offerTimeAt(campaign, now)
  const held = session.held - (await releaseDue(tx, { session_id, now, paused_at, offer_time }))
  const current = { ...session, held }
  if (state !== 'active' || freePlaces(current) === 0 || !areSalesOpen(session, now)) return current
  return offerPlaces(deps, tx, current, now)
}
