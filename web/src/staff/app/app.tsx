import { useCallback, useEffect, useRef, useState } from 'react'
import { Router, useLocation } from 'wouter'
import { staffSessionCall } from '@clube/contract/staff/sign-in-calls.ts'
import { LoadingOverlay } from '../../kit/overlay/loading-overlay.tsx'
import { FullHeight, PageTransition } from '../../kit/page/screen.tsx'
import { ToastHost } from '../../kit/toast/toast-host.tsx'
import { explain } from '../../platform/api/explain.ts'
import type { Failure } from '../../platform/api/failure.ts'
import { showFailure } from '../../platform/api/show-failure.ts'
import { AppProvider, useSend, type App as WiredApp } from '../../platform/app/app-context.tsx'
import { ErrorBoundary } from '../../platform/monitoring/error-boundary.tsx'
import { guardNavigation } from '../../platform/navigation/leave-guard.ts'
import { useNavigationPending } from '../../platform/navigation/navigation-pending.ts'
import { SignInPage } from '../flows/sign-in/sign-in-page.tsx'
import { setStaffSession, useStaffSession } from '../parts/staff-session.ts'
import { offlineDesks } from '../promotions/promotions.ts'
import { ErrorPage, Offline } from './error-page.tsx'
import { staffBase, staffPaths } from './paths.ts'
import { Shell } from './shell.tsx'

const navigateGuarded = guardNavigation((navigate, to, options) => navigate(to, options))

/** The staff application. */
export function App({ app }: { app: WiredApp }) {
  return (
    <AppProvider app={app}>
      <Router base={staffBase} aroundNav={navigateGuarded}>
        <FullHeight>
          <PageTransition pending={useNavigationPending()} />
          <ErrorBoundary page={ErrorPage} resetKey="">
            <SessionGate />
          </ErrorBoundary>
          <ToastHost autoHideMs={app.club.toast_ms} />
          <LoadingOverlay />
        </FullHeight>
      </Router>
    </AppProvider>
  )
}

/** Shows the desks to a signed-in staff member, or else the sign-in page at the requested path. */
function SessionGate() {
  const session = useStaffSession()
  const [path] = useLocation()
  const [failure, setFailure] = useState<Failure | null>(null)
  const isRetry = useRef(false)
  const handleFailure = useCallback((next: Failure) => {
    // The same failure again would change nothing on the screen.
    if (isRetry.current) showFailure(next, { place: 'endpoint' })
    setFailure(next)
  }, [])
  const retry = () => {
    isRetry.current = true
    setFailure(null)
  }
  useLoadSession(path, failure, handleFailure)
  useDeviceCleanUp()

  // An invitation can be accepted by anyone who has the link, even in a browser where another person is signed in.
  if (path === staffPaths.invitation) return <SignInPage />
  switch (session.kind) {
    case 'signedIn':
      return <Shell key={session.identity.staff_id} />
    case 'signedOut':
      return <SignInPage ended={session.ended} />
    case 'unknown':
      return (
        failure && (
          <Offline message={explain(failure, { place: 'endpoint' }).toast?.message ?? ''} onRetry={retry} />
        )
      )
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
