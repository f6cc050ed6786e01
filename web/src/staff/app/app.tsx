import { useEffect, useState } from 'react'
import { Router, useLocation } from 'wouter'
import { staffSessionCall } from '@clube/contract/staff/sign-in-calls.ts'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { LoadingOverlay } from '../../kit/overlay/loading-overlay.tsx'
import { FullHeight, Screen, Stack, PageTransition } from '../../kit/page/screen.tsx'
import { ToastHost } from '../../kit/toast/toast-host.tsx'
import { explain, networkMessage, unexpectedMessage } from '../../platform/api/explain.ts'
import type { Failure } from '../../platform/api/failure.ts'
import { AppProvider, useSend, type App as WiredApp } from '../../platform/app/app-context.tsx'
import { ErrorBoundary } from '../../platform/monitoring/error-boundary.tsx'
import { useNavigationPending } from '../../platform/navigation/navigation-pending.ts'
import { SignInPage } from '../flows/sign-in/sign-in-page.tsx'
import { DeskButton } from '../parts/buttons.tsx'
import { setStaffSession, useStaffSession } from '../parts/staff-session.ts'
import { offlineDesks } from '../promotions/promotions.ts'
import { staffBase, staffPaths } from './paths.ts'
import { Shell } from './shell.tsx'

/** The staff application. */
export function App({ app }: { app: WiredApp }) {
  return (
    <AppProvider app={app}>
      <Router base={staffBase}>
        <FullHeight>
          <PageTransition pending={useNavigationPending()} />
          <ErrorBoundary page={ErrorPage}>
            <Gate />
          </ErrorBoundary>
          <ToastHost autoHideMs={app.club.toast_ms} />
          <LoadingOverlay />
        </FullHeight>
      </Router>
    </AppProvider>
  )
}

/** Shows the desks to a signed-in staff member, or else the sign-in page at the requested path. */
function Gate() {
  const session = useStaffSession()
  const [path] = useLocation()
  const [failure, setFailure] = useState<Failure | null>(null)
  useLoadSession(path, failure, setFailure)
  useDeviceCleanUp()

  // An invitation can be accepted by anyone who has the link, even in a browser where another person is signed in.
  if (path === staffPaths.invitation) return <SignInPage />
  switch (session.kind) {
    case 'signedIn':
      return <Shell key={session.identity.staff_id} />
    case 'signedOut':
      return <SignInPage ended={session.ended} />
    case 'unknown':
      return failure && <Unreachable failure={failure} onRetry={() => setFailure(null)} />
    default:
      return session satisfies never
  }
}

/** Loads the current session, and retries whenever the failure is cleared. */
function useLoadSession(path: string, failure: Failure | null, onFailure: (failure: Failure) => void) {
  const session = useStaffSession()
  const send = useSend()
  useEffect(() => {
    if (session.kind !== 'unknown' || failure) return
    const controller = new AbortController()
    const loadSession = async () => {
      const sent = await send(staffSessionCall, { signal: controller.signal })
      // Some desks work offline; the server checks the session again with their next request.
      const isOffline = !sent.ok && sent.failure.kind === 'network'
      const desk = isOffline ? offlineDesks.find((each) => path.startsWith(each.path)) : undefined
      const savedIdentity = desk ? await desk.savedIdentity() : null
      if (controller.signal.aborted) return
      if (sent.ok) setStaffSession({ kind: 'signedIn', identity: sent.data })
      else if (savedIdentity) setStaffSession({ kind: 'signedIn', identity: savedIdentity })
      else if (sent.failure.kind === 'refused') setStaffSession({ kind: 'signedOut', ended: false })
      else onFailure(sent.failure)
    }
    void loadSession()
    return () => controller.abort()
  }, [session.kind, failure, send, path, onFailure])
}

/** After sign-out, removes the desks' offline lists and cached pages from the device. */
function useDeviceCleanUp() {
  const { kind } = useStaffSession()
  useEffect(() => {
    if (kind !== 'signedOut') return
    for (const { deleteData } of offlineDesks) void deleteData()
  }, [kind])
}

function Unreachable({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  return (
    <Screen>
      <h1>Sem conexão</h1>
      <EmptyState drawing="offline" action={<DeskButton onClick={onRetry}>Tentar novamente</DeskButton>}>
        {explain(failure, { place: 'endpoint' }).toast?.message ?? ''}
      </EmptyState>
    </Screen>
  )
}

/** After an exception during rendering, or when code could not be loaded. */
const ErrorPage = ({ isOffline }: { isOffline: boolean }) => (
  <Screen>
    <Stack>
      <h1>{isOffline ? networkMessage : unexpectedMessage}</h1>
      <DeskButton onClick={() => window.location.reload()}>Tentar novamente</DeskButton>
    </Stack>
  </Screen>
)
