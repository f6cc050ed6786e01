import { createContext, use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import type { QueryOptions } from './query.ts'
import type { QueryCache } from './query-cache.ts'
import { QueryObservers, type QueryResult } from './query-observer.ts'

/** The cache of the screens below; null outside of `QueryCacheProvider`. */
export const QueryCacheContext = createContext<QueryCache | null>(null)

/** Provides a cache, which reloads stale data as long as this is mounted. */
export function QueryCacheProvider({ cache, children }: { cache: QueryCache; children: ReactNode }) {
  useEffect(() => cache.listen(), [cache])
  return <QueryCacheContext value={cache}>{children}</QueryCacheContext>
}

/** The cache, to read and change its data by key. */
export function useQueryCache(): QueryCache {
  const cache = use(QueryCacheContext)
  if (!cache) throw new Error('QueryCacheProvider is missing')
  return cache
}

/** Several queries, in the same order; each render may pass other ones. */
export function useQueries<Data>(queries: readonly QueryOptions<Data>[]): QueryResult<Data>[] {
  const cache = useQueryCache()
  const observers = useMemo(() => new QueryObservers<Data>(cache), [cache])
  const getStates = () => observers.statesOf(queries)
  const states = useSyncExternalStore(observers.subscribe, getStates, getStates)
  useEffect(() => observers.update(queries))
  useEffect(() => () => observers.stop(), [observers])
  // There is one state for each query.
  return queries.map((options, index) => observers.resultOf(options, states[index]!))
}

/** Data from the server under a key: components with the same key share the data and the request. */
export const useQuery = <Data,>(options: QueryOptions<Data>): QueryResult<Data> =>
  // One query has one result.
  useQueries([options])[0]!
