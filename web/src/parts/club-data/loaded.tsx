import type { ReactNode } from 'react'
import { Delayed } from '../../kit/feedback/lazy-loader.tsx'
import { Skeleton } from '../../kit/feedback/skeleton.tsx'
import { LoadFailure } from './load-failure.tsx'

/** The state of a query, whether single or paged. */
export type Loading<Data> = { data: Data | undefined; error: unknown; refetch: () => Promise<unknown> }

type LoadedProps<Data> = {
  query: Loading<Data>
  /** What is loading, for screen readers: "Carregando promoções"; by default only "Carregando". */
  loadingText?: string
  /** The skeleton's shape; cards by default. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** The states of a query: skeleton after 200 ms, failure in its place, then the data. */
export function Loaded<Data>({ query, loadingText = 'Carregando', skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <LoadFailure error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Delayed>
      <output className="spoken">{loadingText}</output>
      {skeleton ?? <Skeleton shape="card" count={3} />}
    </Delayed>
  )
}
