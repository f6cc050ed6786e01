import type { SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import type { EventSession } from '@clube/contract/event-tickets/session.ts'
import { useState } from 'react'
import type { SessionDetails } from './session-changed.tsx'
import { useRefreshTickets, useReservation } from './use-tickets.ts'

type Hold = { hold: SavedReservation; session: EventSession; isNew: boolean }

export type HeldSession = {
  /** The latest details that are known. */
  now: SessionDetails
  /** The details before they changed; null if they did not change. */
  before: SessionDetails | null
  /** How often a confirmation was refused because the session had changed. */
  refusals: number
  onRefused: () => void
}

/**
 * The session of held places, and its details before a change: when the places were reserved, or when this page first
 * showed them. The reservation is read only when the list of sessions does not contain this, since many people hold
 * places at once: when the page shows a hold that it did not make, and after a refusal.
 */
export function useHeldSession({ hold, session, isNew }: Hold): HeldSession {
  const { title, place, starts_at } = session
  const listed = { title, place, starts_at }
  const [first] = useState(listed)
  const [refusals, setRefusals] = useState(0)
  const refresh = useRefreshTickets()
  // Reading a hold that was made with the password would open the password dialog.
  const isAccessible = session.mine?.hold?.reservation_id === hold.reservation_id
  const { data } = useReservation(hold.reservation_id, {
    // Read again when the list shows other details, so that it is never the older of the two.
    version: JSON.stringify(listed),
    enabled: refusals > 0 || (!isNew && isAccessible),
  })
  const now = data ? { title: data.session_title, place: data.place, starts_at: data.starts_at } : listed
  const reserved = data?.before_change
  const before = [reserved && { ...reserved, title: reserved.session_title }, first].find(
    (earlier) => earlier && isDifferent(earlier, now),
  )
  return {
    now,
    before: before ?? null,
    refusals,
    onRefused: () => {
      setRefusals((count) => count + 1)
      void refresh()
    },
  }
}

const isDifferent = (one: SessionDetails, other: SessionDetails): boolean =>
  one.title !== other.title ||
  one.place !== other.place ||
  Date.parse(one.starts_at) !== Date.parse(other.starts_at)
