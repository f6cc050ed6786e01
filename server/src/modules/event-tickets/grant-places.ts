import { Refusal } from '../../kernel/refusal.ts'
import { freePlaces, type Session } from './session.ts'

/** Somebody's wish for places, in the order in which wishes arrived. */
export type Wish = { readonly key: string; readonly customer_id: string; readonly quantity: number }

/** What a person has in the session before the wishes are looked at. */
export type Standing<Hold> = {
  /** Tickets held and confirmed. */
  readonly quantity: number
  /** The live hold: a second one gives it back. */
  readonly hold: Hold | null
}

/** What one wish came to. `same` points to the wish of the same person that was granted just before. */
export type Grant<Hold> =
  | { readonly at: 'granted' }
  | { readonly at: 'held'; readonly hold: Hold }
  | { readonly at: 'same'; readonly key: string }
  | { readonly at: 'refused'; readonly refusal: Refusal }

/**
 * Decides wishes for one session in their order: each takes what is free or is told what is left. The caller holds the
 * session's row, and grants what comes out by a statement that checks the places again.
 */
export const grantInOrder = <Hold>(
  session: Pick<Session, 'capacity' | 'held' | 'sold' | 'limit_per_document'>,
  wishes: readonly Wish[],
  standings: ReadonlyMap<string, Standing<Hold>>,
): ReadonlyMap<string, Grant<Hold>> => {
  const grants = new Map<string, Grant<Hold>>()
  const grantedTo = new Map<string, string>()
  let free = freePlaces(session)
  for (const { key, customer_id, quantity } of wishes) {
    const standing = standings.get(customer_id)
    const earlier = grantedTo.get(customer_id)
    if (standing?.hold) grants.set(key, { at: 'held', hold: standing.hold })
    else if (earlier !== undefined) grants.set(key, { at: 'same', key: earlier })
    else {
      const refusal =
        quantityRefusal(session, quantity, standing?.quantity ?? 0) ?? placesRefusal(free, quantity)
      grants.set(key, refusal ? { at: 'refused', refusal } : { at: 'granted' })
      if (refusal) continue
      free -= quantity
      grantedTo.set(customer_id, key)
    }
  }
  return grants
}

/** Why a person with `already` tickets cannot have so many more, or null. */
export const quantityRefusal = (
  { limit_per_document: n }: Pick<Session, 'limit_per_document'>,
  quantity: number,
  already: number,
): Refusal | null => {
  if (quantity < 1 || quantity > n) return new Refusal('event-tickets.quantity', { n })
  if (already + quantity > n) return new Refusal('event-tickets.limit-reached', { k: already, n })
  return null
}

const placesRefusal = (free: number, quantity: number): Refusal | null => {
  if (free <= 0) return new Refusal('event-tickets.sold-out')
  return quantity > free ? new Refusal('event-tickets.few-left', { k: free }) : null
}
