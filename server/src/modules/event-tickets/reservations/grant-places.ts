import { freePlaces, type EventSession, type ReserveRefused } from '../event-session.ts'

/** A request for places. */
export type ReservationRequest = {
  readonly key: string
  readonly customer_id: string
  readonly quantity: number
}

/** A customer's places in the session before the decision. */
export type ExistingPlaces<Hold> = {
  /** Tickets held and confirmed. */
  readonly quantity: number
  /** The live hold, returned for further requests. */
  readonly hold: Hold | null
}

/** Decision on one request. `duplicate` refers to an earlier request of the same customer in the batch. */
export type Grant<Hold> =
  | { readonly kind: 'granted' }
  | { readonly kind: 'held'; readonly hold: Hold }
  | { readonly kind: 'duplicate'; readonly key: string }
  | { readonly kind: 'refused'; readonly refused: ReserveRefused }

/**
 * Decides requests for one session in order: each is granted, or refused with the number of free places. The caller
 * holds the session's lock, and applies the result by a statement that checks the places again.
 */
export const grantInOrder = <Hold>(
  session: Pick<EventSession, 'capacity' | 'held' | 'sold' | 'limit_per_document'>,
  requests: readonly ReservationRequest[],
  existing: ReadonlyMap<string, ExistingPlaces<Hold>>,
): ReadonlyMap<string, Grant<Hold>> => {
  const grants = new Map<string, Grant<Hold>>()
  const grantedTo = new Map<string, string>()
  let free = freePlaces(session)
  for (const { key, customer_id, quantity } of requests) {
    const places = existing.get(customer_id)
    const earlier = grantedTo.get(customer_id)
    if (places?.hold) grants.set(key, { kind: 'held', hold: places.hold })
    else if (earlier !== undefined) grants.set(key, { kind: 'duplicate', key: earlier })
    else {
      const refused =
        quantityRefusal(session, quantity, places?.quantity ?? 0) ?? placesRefusal(free, quantity)
      grants.set(key, refused ? { kind: 'refused', refused } : { kind: 'granted' })
      if (refused) continue
      free -= quantity
      grantedTo.set(customer_id, key)
    }
  }
  return grants
}

/** Why a customer with `existing` tickets cannot get `quantity` more, or null. */
export const quantityRefusal = (
  { limit_per_document: n }: Pick<EventSession, 'limit_per_document'>,
  quantity: number,
  existing: number,
): ReserveRefused<'event-tickets.quantity' | 'event-tickets.limit-reached'> | null => {
  if (quantity < 1 || quantity > n) return { ok: false, code: 'event-tickets.quantity', values: { n } }
  if (existing + quantity > n)
    return { ok: false, code: 'event-tickets.limit-reached', values: { k: existing, n } }
  return null
}

const placesRefusal = (free: number, quantity: number): ReserveRefused | null => {
  if (free <= 0) return { ok: false, code: 'event-tickets.sold-out' }
  return quantity > free ? { ok: false, code: 'event-tickets.too-few-left', values: { k: free } } : null
}
