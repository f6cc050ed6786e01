import { reservationSeconds } from '@clube/contract/event-tickets/reservation.ts'
import { offerSeconds } from '@clube/contract/event-tickets/session.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import type { JobQueue, Jobs } from '../../db/jobs.ts'
import type { EventTicketDeps } from './deps.ts'
import { listSessionsWithDue, releaseDue } from './reservation-store.ts'
import { freePlaces, salesRefusal, type Session } from './session.ts'
import { lockSession, movePlaces } from './session-store.ts'
import { listWaiting, saveOffers } from './waiting-store.ts'

/** The job that looks after a session when a hold or an offer in it should be over. */
export const releaseQueue: JobQueue<{ session_id: string }> = {
  name: 'release-places',
  expireInSeconds: 60,
  retryLimit: 20,
}

/** Asks for a look at the session just after holds made now are over. */
export const planRelease = (
  deps: Pick<EventTicketDeps, 'jobs'>,
  tx: Tx,
  session_id: string,
  afterSeconds: number = reservationSeconds,
): Promise<void> => deps.jobs.enqueue(tx, releaseQueue, { session_id }, afterSeconds + 1)

/** Registers the job's handler; before the job runner starts. */
export const workOnReleases = (deps: EventTicketDeps, jobs: Pick<Jobs, 'work'>): void =>
  jobs.work(releaseQueue, ({ session_id }) => releaseExpired(deps, session_id))

/** Ends holds and offers of a session whose time is over, and offers what came back to the waiting list. */
export const releaseExpired = (deps: EventTicketDeps, session_id: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const session = await lockSession(tx, session_id)
    if (session) await freeUp(deps, tx, session, deps.clock())
  })

/** The same for every session: finds what a lost job left behind. */
export const releaseAllExpired = async (deps: EventTicketDeps): Promise<void> => {
  for (const session_id of await listSessionsWithDue(deps.db, deps.clock()))
    await releaseExpired(deps, session_id)
}

/** How many entries of a waiting list are looked at together. */
const waitingBatch = 200

/**
 * Brings a locked session up to date before anything is decided in it: what is over comes back, and what is free goes
 * to the waiting list before anybody else. @returns the session as it is then
 */
export const freeUp = async (
  deps: EventTicketDeps,
  tx: Tx,
  session: Session,
  now: Date,
): Promise<Session> => {
  const held = session.held - (await releaseDue(tx, session.id, now))
  const free = freePlaces({ ...session, held })
  if (free === 0 || salesRefusal(session, now)) return { ...session, held }
  const offered = await offerPlaces(deps, tx, { ...session, held }, now)
  return { ...session, held: held + offered }
}

/**
 * Offers free places to whoever waits, in the order of their coming; who needs more than there is lets others pass, so
 * that no place stays empty while somebody waits for it.
 */
const offerPlaces = async (deps: EventTicketDeps, tx: Tx, session: Session, now: Date): Promise<number> => {
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
    throw new Error('Places were offered that are not there')
  await planRelease(deps, tx, session.id, offerSeconds)
  await deps.announceOffers(
    tx,
    chosen.map(({ id, customer_id, quantity }) => ({
      entry_id: id,
      customer_id,
      session_title: session.title,
      quantity,
      offer_expires_at,
    })),
  )
  return places
}
