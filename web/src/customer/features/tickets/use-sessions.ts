import { listSessionsCall } from '@clube/contract/event-tickets/calls.ts'
import type { Session } from '@clube/contract/event-tickets/session.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { dataOf } from '../../../parts/call-failed.ts'
import { sessionsKey } from '../../../parts/club-data/use-my-tickets.ts'
import { useSend } from '../../../platform/app/app-context.tsx'

/** In a rush places come and go: nobody has to reload to see it. */
const lookAgainMs = 15_000

/** The sessions of a promotion, looked at again by itself while the page is in front. */
export function useSessions(campaign_id: string): UseQueryResult<Session[]> {
  const send = useSend()
  return useQuery({
    queryKey: sessionsKey(campaign_id),
    queryFn: ({ signal }) => dataOf(send(listSessionsCall, { query: { campaign_id }, signal })),
    refetchInterval: lookAgainMs,
  })
}
