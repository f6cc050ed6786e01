import type { ComponentType, ReactNode } from 'react'
import { QueryCache } from '../../platform/server-data/query-cache.ts'
import { QueryCacheProvider } from '../../platform/server-data/use-query.tsx'
import { useSession, type Session } from '../../platform/session/session-store.ts'

/** Stale data is reloaded when the page becomes visible, and what failed, once the browser is online again. */
const defaults = { staleTime: 30_000, refetchOnWindowFocus: true, refetchOnReconnect: true }

let current: { session: Session; cache: QueryCache } | undefined

/** One cache per session: no one sees data loaded for another person. */
function cacheOf(session: Session): QueryCache {
  if (current?.session !== session) current = { session, cache: new QueryCache(defaults) }
  return current.cache
}

/** Transfers the cache to the session that replaces its own, and reloads the data. */
export function transferClubData(session: Session): void {
  if (!current) return
  current = { session, cache: current.cache }
  void current.cache.invalidateQueries()
}

/** Provides the cache of server data. */
export function ClubData({ children }: { children: ReactNode }) {
  return <QueryCacheProvider cache={cacheOf(useSession())}>{children}</QueryCacheProvider>
}

/** Wraps a page in the cache of server data. */
export const withClubData = (Page: ComponentType<object>): ComponentType<object> =>
  function PageWithClubData() {
    return (
      <ClubData>
        <Page />
      </ClubData>
    )
  }
