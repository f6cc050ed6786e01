import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

/** Lends a cache that ends with the session: nobody sees what was loaded for the one before. */
export function StaffData({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        // Failures are shown by the desk, at once. Reading may write an audit line, so nothing is read by itself.
        defaultOptions: {
          queries: { retry: false, networkMode: 'always', staleTime: 0, refetchOnWindowFocus: false },
        },
      }),
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
