import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { useLocation } from 'wouter'
import { useApp, type App } from '../../platform/app/app-context.tsx'
import { requestBrowserCredential } from '../../platform/credentials/browser-credentials.ts'
import { returnPathOf } from '../../platform/navigation/paths.ts'
import { hasPresenceHint } from '../../platform/session/presence-hint.ts'
import { currentSession } from '../../platform/session/session-store.ts'
import { PageShell } from './page-shell.tsx'

const loadRestoreSession = () => import('../../platform/session/restore-session.ts')

/**
 * The sign-in screen behind the session check and the silent sign-in (spec §4). If the hint says that a customer may
 * be signed in, the form stays hidden until that is known, and a signed-in customer continues. Anonymous visitors get
 * the form immediately; the code that checks and signs in is loaded only if their browser offers a saved password.
 */
export function gateSignIn(Page: ComponentType<object>): ComponentType<object> {
  return function SignInGate() {
    const app = useApp()
    const [, navigate] = useLocation()
    const isHinted = useSyncExternalStore(
      () => () => {},
      hasPresenceHint,
      () => false,
    )
    const [isSettled, setSettled] = useState(() => currentSession().kind !== 'unknown')

    useEffect(() => {
      if (isSettled) return
      const controller = new AbortController()
      const check = async () => {
        // Without the code or a response, show the form: submitting it will show what is wrong.
        const isSignedIn = await (hasPresenceHint() ? restore : signInWithCredential)(
          app,
          controller.signal,
        ).catch(() => false)
        if (controller.signal.aborted) return
        if (isSignedIn) navigate(returnPathOf(window.location.search), { replace: true })
        else setSettled(true)
      }
      void check()
      return () => controller.abort()
    }, [])

    return isHinted && !isSettled ? <PageShell /> : <Page />
  }
}

async function restore(app: App, signal: AbortSignal): Promise<boolean> {
  const { restoreSession } = await loadRestoreSession()
  return (await restoreSession(app, signal)).kind === 'signedIn'
}

/** Shows the form while the check runs and removes it once the customer is signed in. */
async function signInWithCredential(app: App, signal: AbortSignal): Promise<false> {
  const chosen = await requestBrowserCredential(signal)
  if (chosen && !signal.aborted) await (await loadRestoreSession()).restoreWithPassword(app, chosen, signal)
  return false
}
