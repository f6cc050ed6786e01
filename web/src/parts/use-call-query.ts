import { useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import type { Send } from '../platform/api/client.ts'
import type { Sent } from '../platform/api/failure.ts'
import { useSend } from '../platform/app/app-context.tsx'
import { dataOf } from './call-failed.ts'

type CallQueryOptions = {
  enabled?: boolean
  /** How long the data counts as fresh, in milliseconds. */
  staleTime?: number
  /** Polling interval in milliseconds. */
  refetchInterval?: number
  refetchOnMount?: 'always'
  refetchOnWindowFocus?: boolean
}

/** A query that reads one call. */
export function useCallQuery<Data>(
  queryKey: QueryKey,
  read: (send: Send, signal: AbortSignal) => Promise<Sent<Data>>,
  options: CallQueryOptions = {},
): UseQueryResult<Data> {
  const send = useSend()
  return useQuery({ queryKey, queryFn: ({ signal }) => dataOf(read(send, signal)), ...options })
}
