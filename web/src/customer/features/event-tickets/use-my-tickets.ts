import { listMyTicketsCall } from '@clube/contract/event-tickets/calls.ts'
import { reservationSchema, type Reservation } from '@clube/contract/event-tickets/reservation.ts'
import type { WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import { listMyWaitingCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useSend } from '../../../platform/app/app-context.tsx'
import { dataOf } from '../../../parts/call-failed.ts'
import { useWallet, type Wallet, type WalletList } from '../../promotions/wallet.ts'
import { ticketPaths } from './ticket-paths.ts'

/** Cache key of everything about tickets: each reservation changes all of it. */
export const ticketsKey = ['tickets']

/** The person's reservations and tickets. */
export const ticketList: WalletList<Reservation> = {
  page: ticketPaths.mine,
  queryKey: [...ticketsKey, 'mine'],
  read: (send, signal) => send(listMyTicketsCall, { signal }),
  schema: reservationSchema,
}

export const useMyTickets = (): UseQueryResult<Wallet<Reservation>> => useWallet(ticketList)

/** The person's waiting-list entries. */
export function useMyWaiting(): UseQueryResult<WaitingEntry[]> {
  const send = useSend()
  return useQuery({
    queryKey: [...ticketsKey, 'waiting'],
    queryFn: ({ signal }) => dataOf(send(listMyWaitingCall, { signal })),
  })
}

/** Reloads tickets, sessions and waiting lists. */
export function useRefreshTickets(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ticketsKey })
}

/** Cache key of a promotion's sessions: below the tickets, since each reservation changes both. */
export const sessionsKey = (campaign_id: string): string[] => [...ticketsKey, 'sessions', campaign_id]
