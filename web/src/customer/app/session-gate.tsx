import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { showOverlay } from '../../kit/overlay/pending-count.ts'
import { Screen, Stack } from '../../kit/page/screen.tsx'
import { showFailure } from '../../platform/api/show-failure.ts'
import { useSend } from '../../platform/app/app-context.tsx'
import { silentSignIn } from '../../platform/credentials/silent-sign-in.ts'
import { signInPathFor } from '../../platform/navigation/paths.ts'
import { checkSession } from '../../platform/session/check-session.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { PageShell } from './page-shell.tsx'

/** The page as only the signed-in see it. */
export function gatePage(Page: ComponentType<object>): ComponentType<object> {
  return function GatedPage() {
    return (
      <SessionGate>
        <Page />
      </SessionGate>
    )
  }
}

/**
 * Lets the signed-in through. For others: the session check, then the silent sign-in with its loading indicator
 * and warning (spec §4), then the sign-in screen.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useSession()
  const send = useSend()
  const [path, navigate] = useLocation()
  const [unreachable, setUnreachable] = useState(false)
  const entering = useRef<AbortController>(undefined)
  useEffect(() => () => entering.current?.abort(), [])

  const enter = async () => {
    const stop = new AbortController()
    entering.current = stop
    try {
      const checked = await checkSession(send, stop.signal)
      if (!checked.ok) {
        showFailure(checked.failure, { place: 'endpoint' })
        setUnreachable(checked.failure.kind !== 'aborted')
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
  return unreachable ? <Unreachable onRetry={() => setUnreachable(false)} /> : <PageShell />
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <Screen>
      <Stack>
        <h1>Sem conexão</h1>
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
