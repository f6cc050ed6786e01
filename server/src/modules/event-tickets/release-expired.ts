import { holdSeconds } from '@clube/contract/campaigns/hold.ts'
import { offerSeconds } from '@clube/contract/event-tickets/session.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import type { JobQueue, Jobs } from '../../db/jobs.ts'
import type { EventTicketDeps } from './deps.ts'
import { listSessionsToRelease, releaseDue } from './release-expired-store.ts'
import { offerTexts } from './waiting-list/offer-texts.ts'
import { areSalesOpen, freePlaces, type EventSession } from './event-session.ts'
import { lockSession, movePlaces } from './event-session-store.ts'
import { listWaiting, saveOffers } from './waiting-list/waiting-store.ts'

/** The job that processes a session when a hold or an offer in it expires. */
export const releaseQueue: JobQueue<{ session_id: string }> = {
  name: 'release-places',
  expireInSeconds: 60,
  retryLimit: 20,
}

/** Schedules the job for just after the expiry of holds made now. */
export const scheduleRelease = (
  deps: Pick<EventTicketDeps, 'jobs'>,
  tx: Tx,
  session_id: string,
  afterSeconds: number = holdSeconds,
): Promise<void> => deps.jobs.enqueue(tx, releaseQueue, { session_id }, afterSeconds + 1)

/** Registers the job's handler, before the job runner starts. */
export const registerReleases = (deps: EventTicketDeps, jobs: Pick<Jobs, 'work'>): void =>
  jobs.work(releaseQueue, ({ session_id }) => releaseExpired(deps, session_id))

/** Expires holds and offers of a session, and offers returned places to the waiting list. */
export const releaseExpired = (deps: EventTicketDeps, session_id: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const session = await lockSession(tx, session_id)
    if (session) await reallocatePlaces(deps, tx, session, deps.clock())
  })

/** The same for all sessions, in case a job was lost. */
export const releaseAllExpired = async (deps: EventTicketDeps): Promise<void> => {
  for (const session_id of await listSessionsToRelease(deps.db, deps.clock()))
    await releaseExpired(deps, session_id)
}

/** Waiting-list entries read per batch. */
const waitingBatch = 200

/**
 * Brings a locked session up to date before a decision: expires holds and offers free places
 * to the waiting list first. @returns the updated session
 */
export const reallocatePlaces = async (
  deps: EventTicketDeps,
  tx: Tx,
  session: EventSession,
  now: Date,
): Promise<EventSession> => {
  const held = session.held - (await releaseDue(tx, session.id, now))
  const free = freePlaces({ ...session, held })
  if (free === 0 || !areSalesOpen(session, now)) return { ...session, held }
  const offered = await offerPlaces(deps, tx, { ...session, held }, now)
  return { ...session, held: held + offered }
}

/**
 * Offers free places to the waiting list in order; entries that need more than available are skipped, so
 * that no place stays empty while an entry fits.
 */
const offerPlaces = async (
  deps: EventTicketDeps,
  tx: Tx,
  session: EventSession,
  now: Date,
): Promise<number> => {
  const waiting = await listWaiting(tx, session.id, waitingBatch)
  let free = freePlaces(session)
  const chosen = waiting.filter(({ quantity }) => {
    if (quantity > free) return false
    free -= quantity
    return true
  })
  if (chosen.length === 0) return 0
  const places = chosen.reduce((sum, { quantity }) => sum + quantity, 0)
  const offer_expires_at = new Date(now.getTime() + offerSeconds * 1000)
  await saveOffers(tx, { ids: chosen.map(({ id }) => id), offer_expires_at, now })
  if (!(await movePlaces(tx, session.id, { held: places })))
    throw new Error('More places were offered than are available')
  await scheduleRelease(deps, tx, session.id, offerSeconds)
  for (const { customer_id, quantity } of chosen)
    await deps.notify(tx, {
      customer_id,
      template: 'waiting-list-offer',
      texts: offerTexts({ session_title: session.title, quantity, until: offer_expires_at }, deps.time_zone),
      expires_at: offer_expires_at,
    })
  return places
}
