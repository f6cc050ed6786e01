import { useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import type { Send } from '../platform/api/client.ts'
import type { Sent } from '../platform/api/failure.ts'
import { useSend } from '../platform/app/app-context.tsx'
import { dataOf } from './call-failed.ts'
import type { useReloadOnVisit } from './page-visit.ts'

type CallQueryOptions<Data> = {
  enabled?: boolean
  /** How long the data counts as fresh, in milliseconds. */
  staleTime?: number
  /** How long the data is kept after the last use, in milliseconds. */
  gcTime?: number
  /** Polling interval in milliseconds, which may depend on the last data. */
  refetchInterval?: number | ((data: Data | undefined) => number | false)
  refetchOnMount?: 'always' | ReturnType<typeof useReloadOnVisit>
  refetchOnWindowFocus?: boolean
}

/** A query that reads one call. */
export function useCallQuery<Data>(
  queryKey: QueryKey,
  read: (send: Send, signal: AbortSignal) => Promise<Sent<Data>>,
  { refetchInterval, ...options }: CallQueryOptions<Data> = {},
): UseQueryResult<Data> {
  const send = useSend()
  return useQuery<Data>({
    queryKey,
    queryFn: ({ signal }) => dataOf(read(send, signal)),
    refetchInterval:
      typeof refetchInterval === 'function'
        ? ({ state }) => refetchInterval(state.data)
        : (refetchInterval ?? false),
    ...options,
  })
}
