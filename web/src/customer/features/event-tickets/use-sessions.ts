import { listSessionsCall } from '@clube/contract/event-tickets/calls.ts'
import type { EventSession } from '@clube/contract/event-tickets/session.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useSend } from '../../../platform/app/app-context.tsx'
import { dataOf } from '../../../parts/call-failed.ts'
import { sessionsKey } from './use-my-tickets.ts'

/** Availability changes quickly when sales open, and the page must not need a reload. */
const pollIntervalMs = 15_000

/** The sessions of a promotion, polled while the page is visible. */
export function useSessions(campaign_id: string): UseQueryResult<EventSession[]> {
  return useQuery({ ...useSessionsQuery(campaign_id), refetchInterval: pollIntervalMs })
}

/** The same without polling, for a summary on another page. Sends no request if `wanted` is false. */
export function useSessionsOnce(campaign_id: string, wanted: boolean): UseQueryResult<EventSession[]> {
  return useQuery({ ...useSessionsQuery(campaign_id), enabled: wanted })
}

function useSessionsQuery(campaign_id: string) {
  const send = useSend()
  return {
    queryKey: sessionsKey(campaign_id),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      dataOf(send(listSessionsCall, { query: { campaign_id }, signal })),
  }
}
