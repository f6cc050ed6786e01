import {
  listMyTicketsCall,
  listSessionsCall,
  readReservationCall,
} from '@clube/contract/event-tickets/calls.ts'
import { reservationSchema, type Reservation } from '@clube/contract/event-tickets/reservation.ts'
import { listMyWaitingEntriesCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import type { QueryResult } from '../../../platform/server-data/query-observer.ts'
import { useQueryCache } from '../../../platform/server-data/use-query.tsx'
import type { Wallet } from '../../promotions/promotion.ts'
import { useWallet, type WalletList } from '../../promotions/wallet.ts'
import { ticketPaths } from './ticket-paths.ts'

/** Cache key of all ticket data, including a promotion's sessions: each reservation changes all of it. */
export const ticketsKey = ['tickets']

/** How often the waiting list is read again while the person has an offer, and while they only wait. */
const offerPollMs = 10_000
const waitingPollMs = 60_000

/** The person's reservations and tickets. */
export const ticketList: WalletList<Reservation> = {
  page: ticketPaths.mine,
  queryKey: [...ticketsKey, 'mine'],
  read: (send, signal) => send(listMyTicketsCall, { signal }),
  schema: reservationSchema,
}

export const useMyTickets = (): QueryResult<Wallet<Reservation>> => useWallet(ticketList)

/** One of the person's reservations, cached separately for each `version` of what the page shows. */
export const useReservation = (
  reservation_id: string,
  { version = '', ...options }: { version?: string; enabled?: boolean } = {},
) =>
  useCallQuery(
    [...ticketsKey, 'reservation', reservation_id, version],
    (send, signal) => send(readReservationCall, { params: { reservation_id }, signal }),
    options,
  )

/**
 * The person's waiting-list entries, polled while one is open: staff may pause the promotion, which suspends the deadline of an
 * offer, and places may become free.
 */
export const useMyWaiting = () =>
  useCallQuery([...ticketsKey, 'waiting'], (send, signal) => send(listMyWaitingEntriesCall, { signal }), {
    refetchInterval: (entries = []) => {
      if (entries.some(({ state }) => state === 'offered')) return offerPollMs
      return entries.some(({ state }) => state === 'waiting') ? waitingPollMs : false
    },
  })

/** The sessions of a promotion, loaded once by default. */
export const useSessions = (
  campaign_id: string,
  options: { enabled?: boolean; refetchInterval?: number } = {},
) =>
  useCallQuery(
    [...ticketsKey, 'sessions', campaign_id],
    (send, signal) => send(listSessionsCall, { query: { campaign_id }, signal }),
    options,
  )

/** Reloads tickets, sessions and waiting lists. */
export function useRefreshTickets(): () => Promise<void> {
  const queries = useQueryCache()
  return () => queries.invalidateQueries({ queryKey: ticketsKey })
}
