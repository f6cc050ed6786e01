import type { ReactNode } from 'react'
import { Delayed } from '../../kit/feedback/lazy-loader.tsx'
import { Skeleton } from '../../kit/feedback/skeleton.tsx'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { explain, unexpectedMessage } from '../../platform/api/explain.ts'
import { showFailure } from '../../platform/api/show-failure.ts'
import { failureOf } from '../call-failed.ts'

/** Loads again; `error` is why that failed. */
type Retry = () => Promise<{ error: unknown }>

/** The state of a query, whether single or paged. */
export type QueryState<Data> = { data: Data | undefined; error: unknown; refetch: Retry }

type LoadedProps<Data> = {
  query: QueryState<Data>
  /** What is loading, for screen readers: "Carregando promoções"; by default only "Carregando". */
  loadingText?: string
  /** The skeleton's shape; cards by default. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** The states of a query: skeleton after 200 ms, failure in its place, then the data. */
export function Loaded<Data>({ query, loadingText = 'Carregando', skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <LoadFailure error={query.error} onRetry={query.refetch} />
  return (
    <Delayed>
      <output className="sr-only">{loadingText}</output>
      {skeleton ?? <Skeleton shape="card" count={3} />}
    </Delayed>
  )
}

/** Shown in place of data that did not load: the message of spec §8 and a retry button. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: Retry }) {
  const failure = failureOf(error)
  const message = explain(failure, { place: 'endpoint' }).toast?.message ?? unexpectedMessage
  // Retrying does not help if the resource does not exist.
  const isMissing = failure.kind === 'refused' && failure.status === 404
  // The same failure again changes nothing on the screen, so it is shown in a toast.
  const retry = async () => {
    const again = await onRetry()
    if (again.error) showFailure(failureOf(again.error), { place: 'endpoint' })
  }
  return (
    <div role="alert">
      <EmptyState
        illustration={failure.kind === 'network' ? 'offline' : 'search'}
        action={
          isMissing ? undefined : (
            <Button variant="outline" compact onClick={() => void retry()}>
              Tentar novamente
            </Button>
          )
        }
      >
        {message}
      </EmptyState>
    </div>
  )
}
