import { listMyTicketsCall } from '@clube/contract/event-tickets/calls.ts'
import { reservationSchema, type Reservation } from '@clube/contract/event-tickets/reservation.ts'
import type { WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import { listMyWaitingCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useSend } from '../../platform/app/app-context.tsx'
import { keepTickets, keptTickets } from '../../platform/offline/offline-tickets.ts'
import { isKiosk } from '../../platform/storage/service-channel.ts'
import { CallFailed, dataOf } from '../call-failed.ts'

const ticketsKey = ['tickets']

/** Reservations and tickets; `kept` when there is no network and they are those of the last time. */
export type MyTickets = { reservations: Reservation[]; kept: boolean }

/** The person's reservations and tickets, without a network those that this device keeps. */
export function useMyTickets(): UseQueryResult<MyTickets> {
  const send = useSend()
  return useQuery({
    queryKey: [...ticketsKey, 'mine'],
    queryFn: async ({ signal }): Promise<MyTickets> => {
      const sent = await send(listMyTicketsCall, { signal })
      if (sent.ok) {
        // A kiosk belongs to nobody: it keeps nothing.
        if (!isKiosk()) await keepTickets(sent.data)
        return { reservations: sent.data, kept: false }
      }
      const reservations = sent.failure.kind === 'network' ? await readKeptTickets() : undefined
      if (!reservations) throw new CallFailed(sent.failure)
      return { reservations, kept: true }
    },
  })
}

/** What this device keeps, where it is still what the page can read. */
export async function readKeptTickets(): Promise<Reservation[] | undefined> {
  const parsed = z.array(reservationSchema).safeParse(await keptTickets())
  return parsed.success ? parsed.data : undefined
}

/** Waiting lists that the person is on. */
export function useMyWaiting(): UseQueryResult<WaitingEntry[]> {
  const send = useSend()
  return useQuery({
    queryKey: [...ticketsKey, 'waiting'],
    queryFn: ({ signal }) => dataOf(send(listMyWaitingCall, { signal })),
  })
}

/** Has tickets, sessions and waiting lists asked for anew. */
export function useRenewTickets(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ticketsKey })
}

/** Where the sessions of a promotion are cached: with the tickets, since each reservation changes both. */
export const sessionsKey = (campaign_id: string): string[] => [...ticketsKey, 'sessions', campaign_id]
