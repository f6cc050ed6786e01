import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { StaffSession } from '@clube/contract/event-tickets/session.ts'
import {
  staffListEventCampaignsCall,
  staffListSessionsCall,
  staffReadSessionCall,
  type WatchedSession,
} from '@clube/contract/event-tickets/staff-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { dataOf } from '../../../parts/call-failed.ts'
import { useSend } from '../../../platform/app/app-context.tsx'

/** Polling interval while the page is visible; the numbers contain no personal data and are not audited. */
const liveMs = 4_000
const live = { refetchInterval: liveMs, refetchOnWindowFocus: true } as const

const eventsKey = ['events']

export type EventCampaign = DataOf<typeof staffListEventCampaignsCall>[number]

/** Promotions with event tickets, last to end first. */
export function useEventCampaigns(): UseQueryResult<EventCampaign[]> {
  const send = useSend()
  return useQuery({
    queryKey: [...eventsKey, 'campaigns'],
    queryFn: ({ signal }) => dataOf(send(staffListEventCampaignsCall, { signal })),
  })
}

/** Sessions of a promotion with live numbers. */
export function useLiveSessions(campaign_id: string | null): UseQueryResult<StaffSession[]> {
  const send = useSend()
  return useQuery({
    queryKey: [...eventsKey, 'sessions', campaign_id],
    queryFn: ({ signal }) =>
      dataOf(send(staffListSessionsCall, { query: { campaign_id: campaign_id ?? '' }, signal })),
    enabled: campaign_id !== null,
    ...live,
  })
}

/** One session with live numbers, also per gate. */
export function useLiveSession(session_id: string): UseQueryResult<WatchedSession> {
  const send = useSend()
  return useQuery({
    queryKey: [...eventsKey, 'session', session_id],
    queryFn: ({ signal }) => dataOf(send(staffReadSessionCall, { params: { session_id }, signal })),
    ...live,
  })
}

/** The notice above live numbers that could not be loaded again. */
export const staleNumbers = 'Os números pararam de ser atualizados.'
