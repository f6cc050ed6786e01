import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession, type Session } from '../../platform/session/session-store.ts'

const freshMs = 30_000

/**
 * Failures are worded and shown by the screen, at once: no silent retries, and no waiting for a connection that the
 * browser believes lost.
 */
const createClient = () =>
  new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: freshMs } },
  })

let held: { session: Session; client: QueryClient } | undefined

/** One cache per session: nobody sees what was loaded for the person before. */
function clientOf(session: Session): QueryClient {
  if (held?.session !== session) held = { session, client: createClient() }
  return held.client
}

/** Lends the cache of server data to a page that loads some. */
export function ClubData({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={clientOf(useSession())}>{children}</QueryClientProvider>
}
