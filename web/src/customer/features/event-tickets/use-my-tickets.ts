import { listMyTicketsCall } from '@clube/contract/event-tickets/calls.ts'
import { reservationSchema, type Reservation } from '@clube/contract/event-tickets/reservation.ts'
import type { WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import { listMyWaitingCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useSend } from '../../../platform/app/app-context.tsx'
import { storeTickets, storedTickets } from '../../../platform/offline/offline-tickets.ts'
import { currentSession, isIdentified } from '../../../platform/session/session-store.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { CallFailed, dataOf } from '../../../parts/call-failed.ts'

/** Cache key of everything about tickets: each reservation changes all of it. */
export const ticketsKey = ['tickets']

/** Reservations and tickets; `offline` if they are this device's copy. */
export type MyTickets = { reservations: Reservation[]; offline: boolean }

/** The person's reservations and tickets; while offline, this device's copy. */
export function useMyTickets(): UseQueryResult<MyTickets> {
  const send = useSend()
  return useQuery({
    queryKey: [...ticketsKey, 'mine'],
    queryFn: async ({ signal }): Promise<MyTickets> => {
      const sent = await send(listMyTicketsCall, { signal })
      if (sent.ok) {
        // A kiosk is shared, and a document-only session does not prove that the device is the person's.
        if (!isKiosk() && !isIdentified(currentSession())) await storeTickets(sent.data)
        return { reservations: sent.data, offline: false }
      }
      const reservations = sent.failure.kind === 'network' ? await readStoredTickets() : undefined
      if (!reservations) throw new CallFailed(sent.failure)
      return { reservations, offline: true }
    },
  })
}

/** This device's copy, if the page can still read it. */
export async function readStoredTickets(): Promise<Reservation[] | undefined> {
  const parsed = z.array(reservationSchema).safeParse(await storedTickets())
  return parsed.success ? parsed.data : undefined
}

/** The person's waiting-list entries. */
export function useMyWaiting(): UseQueryResult<WaitingEntry[]> {
  const send = useSend()
  return useQuery({
    queryKey: [...ticketsKey, 'waiting'],
    queryFn: ({ signal }) => dataOf(send(listMyWaitingCall, { signal })),
  })
}

/** Reloads tickets, sessions and waiting lists. */
export function useRenewTickets(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ticketsKey })
}

/** Cache key of a promotion's sessions: below the tickets, since each reservation changes both. */
export const sessionsKey = (campaign_id: string): string[] => [...ticketsKey, 'sessions', campaign_id]
