import { listSessionsCall } from '@clube/contract/event-tickets/calls.ts'
import type { Session } from '@clube/contract/event-tickets/session.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useSend } from '../../platform/app/app-context.tsx'
import { dataOf } from '../call-failed.ts'
import { sessionsKey } from './use-my-tickets.ts'

/** In a rush places come and go: nobody has to reload to see it. */
const lookAgainMs = 15_000

/** The sessions of a promotion, looked at again by itself while the page is in front. */
export function useSessions(campaign_id: string): UseQueryResult<Session[]> {
  return useQuery({ ...useSessionsQuery(campaign_id), refetchInterval: lookAgainMs })
}

/** The same, looked at once: for a line about them on another page. Asks for nothing where `wanted` is false. */
export function useSessionsOnce(campaign_id: string, wanted: boolean): UseQueryResult<Session[]> {
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
