import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { showOverlay } from '../../kit/overlay/pending-count.ts'
import { Screen, Stack } from '../../kit/page/screen.tsx'
import type { Failure } from '../../platform/api/failure.ts'
import { showFailure } from '../../platform/api/show-failure.ts'
import { useSend } from '../../platform/app/app-context.tsx'
import { silentSignIn } from '../../platform/credentials/silent-sign-in.ts'
import { signInPathFor } from '../../platform/navigation/paths.ts'
import { checkSession } from '../../platform/session/check-session.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { PageShell } from './page-shell.tsx'

/** What a page shows where the club cannot be reached. */
export type OfflinePage = ComponentType<{ onRetry: () => void }>

/** The page as only the signed-in see it; without a network `Offline`, where the page has something to show then. */
export function gatePage(Page: ComponentType<object>, Offline?: OfflinePage): ComponentType<object> {
  return function GatedPage() {
    return (
      <SessionGate offline={Offline}>
        <Page />
      </SessionGate>
    )
  }
}

/**
 * Lets the signed-in through. For others: the session check, then the silent sign-in with its loading indicator
 * and warning (spec §4), then the sign-in screen.
 */
export function SessionGate({
  children,
  offline: Offline,
}: {
  children: ReactNode
  offline?: OfflinePage | undefined
}) {
  const session = useSession()
  const send = useSend()
  const [path, navigate] = useLocation()
  const [unreachable, setUnreachable] = useState<Failure['kind'] | null>(null)
  const entering = useRef<AbortController>(undefined)
  useEffect(() => () => entering.current?.abort(), [])

  const enter = async () => {
    const stop = new AbortController()
    entering.current = stop
    try {
      const checked = await checkSession(send, stop.signal)
      if (!checked.ok) {
        // A page of its own for the time without a network says it itself.
        if (!Offline || checked.failure.kind !== 'network')
          showFailure(checked.failure, { place: 'endpoint' })
        if (checked.failure.kind !== 'aborted') setUnreachable(checked.failure.kind)
        return
      }
      if (checked.session.at === 'signedIn') return
      let hide = () => {}
      const silent = await silentSignIn(send, {
        signal: stop.signal,
        onAttempt: () => {
          hide = showOverlay()
        },
      }).finally(() => hide())
      if (silent.at === 'signedIn' || stop.signal.aborted) return
      if (silent.at === 'failed') showFailure(silent.failure, { place: 'silent-sign-in' })
      navigate(signInPathFor(path), { replace: true })
    } finally {
      entering.current = undefined
    }
  }

  useEffect(() => {
    if (entering.current || unreachable) return
    if (session.at === 'unknown') void enter()
    else if (session.at === 'signedOut') navigate(signInPathFor(path), { replace: true })
    // Only the session's state moves the gate; `enter` and `navigate` are made anew with every render.
  }, [session.at, unreachable])

  if (session.at === 'signedIn') return children
  if (unreachable === null) return <PageShell />
  const retry = () => setUnreachable(null)
  if (Offline && unreachable === 'network') return <Offline onRetry={retry} />
  return <Unreachable offline={unreachable === 'network'} onRetry={retry} />
}

function Unreachable({ offline, onRetry }: { offline: boolean; onRetry: () => void }) {
  return (
    <Screen>
      <Stack>
        <h1>{offline ? 'Sem conexão' : 'O clube não respondeu'}</h1>
        <EmptyState
          drawing="offline"
          action={
            <Button compact onClick={onRetry}>
              Tentar novamente
            </Button>
          }
        >
          Não conseguimos falar com o clube agora.
        </EmptyState>
      </Stack>
    </Screen>
  )
}
