import { useEffect, useState } from 'react'
import { Router, useLocation } from 'wouter'
import { staffSessionCall } from '@clube/contract/staff/sign-in-calls.ts'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { LoadingOverlay } from '../../kit/overlay/loading-overlay.tsx'
import { FullHeight } from '../../kit/page/full-height.tsx'
import { PageTransition } from '../../kit/page/page-transition.tsx'
import { Screen } from '../../kit/page/screen.tsx'
import { ToastHost } from '../../kit/toast/toast-host.tsx'
import { explain } from '../../platform/api/explain.ts'
import type { Failure } from '../../platform/api/failure.ts'
import { AppProvider, useSend, type App as WiredApp } from '../../platform/app/app-context.tsx'
import { useNavigationPending } from '../../platform/navigation/navigation-pending.ts'
import { SignInPage } from '../flows/sign-in/sign-in-page.tsx'
import { setStaffSession, useStaffSession } from '../parts/staff-session.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { staffBase, staffPaths } from './paths.ts'
import { Shell } from './shell.tsx'

/** The staff's app. */
export function App({ app }: { app: WiredApp }) {
  return (
    <AppProvider app={app}>
      <Router base={staffBase}>
        <FullHeight>
          <PageTransition pending={useNavigationPending()} />
          <ErrorBoundary>
            <Gate />
          </ErrorBoundary>
          <ToastHost />
          <LoadingOverlay />
        </FullHeight>
      </Router>
    </AppProvider>
  )
}

/** Asks once who is here; then the desks, or the sign-in in front of them, at the address that was asked for. */
function Gate() {
  const session = useStaffSession()
  const send = useSend()
  const [path] = useLocation()
  const [problem, setProblem] = useState<Failure | null>(null)

  useEffect(() => {
    if (session.at !== 'unknown' || problem) return
    const stop = new AbortController()
    void send(staffSessionCall, { signal: stop.signal }).then((sent) => {
      if (stop.signal.aborted) return
      if (sent.ok) setStaffSession({ at: 'signedIn', identity: sent.data })
      else if (sent.failure.kind === 'refused') setStaffSession({ at: 'signedOut', ended: false })
      else setProblem(sent.failure)
    })
    return () => stop.abort()
  }, [session.at, problem, send])

  // An invitation is accepted by whoever holds it, even where somebody else is signed in.
  if (path === staffPaths.invitation) return <SignInPage />
  switch (session.at) {
    case 'signedIn':
      return <Shell key={session.identity.staff_id} />
    case 'signedOut':
      return <SignInPage ended={session.ended} />
    case 'unknown':
      return problem && <Unreachable problem={problem} onRetry={() => setProblem(null)} />
    default:
      return session satisfies never
  }
}

function Unreachable({ problem, onRetry }: { problem: Failure; onRetry: () => void }) {
  return (
    <Screen>
      <h1>Sem conexão</h1>
      <EmptyState
        drawing="offline"
        action={
          <Button compact onClick={onRetry}>
            Tentar novamente
          </Button>
        }
      >
        {explain(problem, { place: 'endpoint' }).toast?.message ?? ''}
      </EmptyState>
    </Screen>
  )
}
