import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { explain, unexpectedMessage } from '../../platform/api/explain.ts'
import { failureOf } from '../call-failed.ts'

/** What a page says instead of the data that did not come: the sentence of spec §8 in its place, and one more try. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const failure = failureOf(error)
  const message = explain(failure, { place: 'endpoint' }).toast?.message ?? unexpectedMessage
  // What does not exist will not exist at the second try either.
  const isMissing = failure.kind === 'refused' && failure.status === 404
  return (
    <div role="alert">
      <EmptyState
        drawing={failure.kind === 'network' ? 'offline' : 'search'}
        action={
          isMissing ? undefined : (
            <Button look="outline" compact onClick={onRetry}>
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
