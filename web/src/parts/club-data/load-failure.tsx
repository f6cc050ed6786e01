import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { explain, unexpectedMessage } from '../../platform/api/explain.ts'
import { failureOf } from '../call-failed.ts'

/** Shown in place of data that did not load: the message of spec §8 and a retry button. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const failure = failureOf(error)
  const message = explain(failure, { place: 'endpoint' }).toast?.message ?? unexpectedMessage
  // Retrying does not help if the resource does not exist.
  const isMissing = failure.kind === 'refused' && failure.status === 404
  return (
    <div role="alert">
      <EmptyState
        drawing={failure.kind === 'network' ? 'offline' : 'search'}
        action={
          isMissing ? undefined : (
            <Button variant="outline" compact onClick={onRetry}>
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
