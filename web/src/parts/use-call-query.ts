import type { Send } from '../platform/api/client.ts'
import type { Sent } from '../platform/api/failure.ts'
import { useSend } from '../platform/app/app-context.tsx'
import type { QueryKey, QueryOptions } from '../platform/server-data/query.ts'
import type { QueryResult } from '../platform/server-data/query-observer.ts'
import { useQuery } from '../platform/server-data/use-query.tsx'
import { dataOf } from './call-failed.ts'

type CallQueryOptions<Data> = Omit<QueryOptions<Data>, 'queryKey' | 'queryFn' | 'refetchOnReconnect'>

/** A query that reads one call. */
export function useCallQuery<Data>(
  queryKey: QueryKey,
  read: (send: Send, signal: AbortSignal) => Promise<Sent<Data>>,
  options: CallQueryOptions<Data> = {},
): QueryResult<Data> {
  const send = useSend()
  return useQuery({ queryKey, queryFn: ({ signal }) => dataOf(read(send, signal)), ...options })
}
