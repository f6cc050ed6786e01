import { offerSeconds } from '@clube/contract/event-tickets/session.ts'
import type { Tx } from '../../../db/database.ts'
import { expiryAfter } from '../../../ports/clock.ts'
import type { EventTicketDeps } from '../deps.ts'
import { freePlaces, type EventSession } from '../event-session.ts'
import { movePlaces } from '../event-session-store.ts'
import { scheduleRelease } from '../schedule-release.ts'
import { offerTexts } from './offer-texts.ts'
import { listFitting, saveOffers } from './waiting-store.ts'

/** Waiting-list entries read per batch. */
const waitingBatch = 200

/**
 * Offers free places to the waiting list in order, until no entry fits; entries that need more than available are
 * skipped. Only the rest is for others. @returns the number of offered places
 */
export const offerPlaces = async (
  deps: EventTicketDeps,
  tx: Tx,
  session: EventSession,
  now: Date,
): Promise<number> => {
  let offered = 0
  for (;;) {
    const places = freePlaces(session) - offered
    const batch = places === 0 ? 0 : await offerToBatch(deps, tx, { session, places, now })
    if (batch === 0) return offered
    offered += batch
  }
}

/** Offers places to the first entries that fit; the first of them always does. */
const offerToBatch = async (
  deps: EventTicketDeps,
  tx: Tx,
  input: { session: EventSession; places: number; now: Date },
): Promise<number> => {
  const { session, now } = input
  const session_id = session.id
  const fitting = await listFitting(tx, { session_id, places: input.places, limit: waitingBatch })
  let free = input.places
  const chosen = fitting.filter(({ quantity }) => {
    if (quantity > free) return false
    free -= quantity
    return true
  })
  if (chosen.length === 0) return 0
  const until = expiryAfter(now, offerSeconds)
  await saveOffers(tx, { ids: chosen.map(({ id }) => id), offer_expires_at: until, now })
  const places = input.places - free
  if (!(await movePlaces(tx, session_id, { held: places })))
    throw new Error('More places were offered than are available')
  await scheduleRelease(deps, tx, { session_id, due_at: until, now })
  for (const { customer_id, quantity, lost_hold_id } of chosen) {
    const offer = { session_title: session.title, quantity, until }
    const template = lost_hold_id === null ? 'waiting-list-offer' : 'lost-hold-offer'
    const texts = offerTexts[template](offer, deps.time_zone)
    await deps.notify(tx, { customer_id, template, texts, expires_at: until })
  }
  return places
}
