import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { Screen, Stack } from '../../kit/page/screen.tsx'
import { networkMessage, unexpectedMessage } from '../../platform/api/explain.ts'
import type { ErrorPageProps } from '../../platform/monitoring/error-boundary.tsx'
import { useWhenOnline } from '../../platform/offline/use-when-online.ts'
import { DeskButton } from '../parts/buttons.tsx'

/** After an exception during rendering, or when code could not be loaded. */
export function ErrorPage({ isOffline, onRetry }: ErrorPageProps) {
  return isOffline ? (
    <Offline message={networkMessage} onRetry={onRetry} />
  ) : (
    <Screen>
      <Stack>
        <h1>{unexpectedMessage}</h1>
        <DeskButton onClick={onRetry}>Tentar novamente</DeskButton>
      </Stack>
    </Screen>
  )
}

/** Replaces a page that needs the server. Retries once the device is online again. */
export function Offline({ message, onRetry }: { message: string; onRetry: () => void }) {
  useWhenOnline(onRetry)
  return (
    <Screen>
      <h1>Sem conexão</h1>
      <EmptyState illustration="offline" action={<DeskButton onClick={onRetry}>Tentar novamente</DeskButton>}>
        {message}
      </EmptyState>
    </Screen>
  )
}
