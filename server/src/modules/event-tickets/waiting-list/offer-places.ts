import { offerSeconds } from '@clube/contract/event-tickets/session.ts'
import type { Tx } from '../../../db/database.ts'
import { expiryAfter } from '../../../ports/clock.ts'
import { messageTopics, type EventTicketDeps } from '../deps.ts'
import { freePlaces, type EventSession } from '../event-session.ts'
import { movePlaces } from '../event-session-store.ts'
import { continueOffers, scheduleRelease } from '../schedule-release.ts'
import { offerTexts } from './offer-texts.ts'
import { listFitting, saveOffers } from './waiting-store.ts'

/** Offers per transaction: each queues a message, and others wait for the session's lock. */
const offerBatch = 100

/**
 * Offers free places to the first entries of the waiting list, in order; entries that need more than available are
 * skipped. When more entries fit than one batch can contain, a job continues immediately, and until then all remaining
 * places belong to the list.
 * @returns the updated session; its free places are those that no entry can use
 */
export const offerPlaces = async (
  deps: EventTicketDeps,
  tx: Tx,
  session: EventSession,
  now: Date,
): Promise<EventSession> => {
  const session_id = session.id
  let free = freePlaces(session)
  const fitting = await listFitting(tx, { session_id, places: free, limit: offerBatch })
  const chosen = fitting.filter(({ quantity }) => {
    if (quantity > free) return false
    free -= quantity
    return true
  })
  if (chosen.length === 0) return session
  const until = expiryAfter(now, offerSeconds)
  await saveOffers(tx, { ids: chosen.map(({ id }) => id), offer_expires_at: until, now })
  const places = freePlaces(session) - free
  if (!(await movePlaces(tx, session_id, { held: places })))
    throw new Error('More places were offered than are available')
  await scheduleRelease(deps, tx, { session_id, due_at: until, now })
  for (const { customer_id, quantity, lost_hold_id } of chosen) {
    const offer = { session_title: session.title, starts_at: session.starts_at, quantity, until }
    const template = lost_hold_id === null ? 'waiting-list-offer' : 'lost-hold-offer'
    const texts = offerTexts[template](offer, deps.time_zone)
    await deps.notify(tx, { customer_id, topic: messageTopics[template], template, texts, expires_at: until })
  }
  const isComplete =
    fitting.length < offerBatch ||
    free === 0 ||
    (await listFitting(tx, { session_id, places: free, limit: 1 })).length === 0
  if (isComplete) return { ...session, held: session.held + places }
  await continueOffers(deps, tx, session_id)
  return { ...session, held: session.capacity - session.sold }
}
