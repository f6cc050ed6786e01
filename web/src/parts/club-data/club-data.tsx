import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { useSession, type Session } from '../../platform/session/session-store.ts'

const freshMs = 30_000

/**
 * Screens show failures immediately: no silent retries, and no waiting while the browser reports being offline. Once it
 * is online again, they load what failed.
 */
function createClient(): QueryClient {
  // The library assumes that it starts online, and would ignore the first `online` event after an offline start.
  if (navigator.onLine === false) onlineManager.setOnline(false)
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: true, staleTime: freshMs },
    },
  })
}

let cache: { session: Session; client: QueryClient } | undefined

/** One cache per session: no one sees data loaded for another person. */
function clientOf(session: Session): QueryClient {
  if (cache?.session !== session) cache = { session, client: createClient() }
  return cache.client
}

/** Transfers the cache to the session that replaces its own, and reloads the data. */
export function transferClubData(session: Session): void {
  if (!cache) return
  cache = { session, client: cache.client }
  void cache.client.invalidateQueries()
}

/** Provides the cache of server data. */
export function ClubData({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={clientOf(useSession())}>{children}</QueryClientProvider>
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
