import type { ReactNode } from 'react'
import { Delayed } from '../../kit/feedback/lazy-loader.tsx'
import { Skeleton } from '../../kit/feedback/skeleton.tsx'
import { LoadFailure } from './load-failure.tsx'

/** What a query tells, whether it brings one thing or page after page. */
type Loading<Data> = { data: Data | undefined; error: unknown; refetch: () => Promise<unknown> }

type LoadedProps<Data> = {
  query: Loading<Data>
  /** What loads, for the ear: "Carregando promoções". */
  saying: string
  /** The shape of what is coming; cards by default. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** What a query brings: its skeleton after 200 ms, its failure in its place, then the data. */
export function Loaded<Data>({ query, saying, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <LoadFailure error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Delayed>
      <output className="spoken">{saying}</output>
      {skeleton ?? <Skeleton shape="card" count={3} />}
    </Delayed>
  )
}
