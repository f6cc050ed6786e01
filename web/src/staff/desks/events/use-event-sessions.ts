import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
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

/** How often numbers are asked for while the page is in front; they name nobody, so it leaves no line. */
const liveMs = 4_000
const live = { refetchInterval: liveMs, refetchOnWindowFocus: true } as const

const eventsKey = ['events']

export type EventCampaign = DataOf<typeof staffListEventCampaignsCall>[number]

/** Promotions with event tickets, the last to end first. */
export function useEventCampaigns(): UseQueryResult<EventCampaign[]> {
  const send = useSend()
  return useQuery({
    queryKey: [...eventsKey, 'campaigns'],
    queryFn: ({ signal }) => dataOf(send(staffListEventCampaignsCall, { signal })),
  })
}

/** Sessions of a promotion with their numbers, live. */
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

/** One session with its numbers and those of its gates, live. */
export function useLiveSession(session_id: string): UseQueryResult<WatchedSession> {
  const send = useSend()
  return useQuery({
    queryKey: [...eventsKey, 'session', session_id],
    queryFn: ({ signal }) => dataOf(send(staffReadSessionCall, { params: { session_id }, signal })),
    ...live,
  })
}

/** Has sessions and their numbers asked for anew. */
export function useRenewEvents(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: eventsKey })
}
