import { sessionEndCall } from '@clube/contract/identity/session-calls.ts'
import { showOverlay } from '../../kit/overlay/pending-count.ts'
import type { Failure } from '../api/failure.ts'
import { showFailure } from '../api/show-failure.ts'
import type { Send } from '../api/client.ts'
import { isKiosk } from '../storage/service-channel.ts'
import type { App } from '../app/app-context.tsx'
import type { DeviceRecord } from '../credentials/device-record.ts'
import type { SilentSignIn } from '../credentials/silent-sign-in.ts'
import { checkSession } from './check-session.ts'
import { clearPresenceHint, hasPresenceHint } from './presence-hint.ts'
import { setSessionEnd } from './session-end.ts'

export type Restored =
  | { kind: 'signedIn' }
  /** `failure` is why the silent sign-in failed; null if no sign-in was attempted. */
  | { kind: 'signedOut'; failure: Failure | null }
  | { kind: 'unreachable'; failure: Failure }

/** Needed only by people without a session. */
const loadSilentSignIn = () => import('../credentials/silent-sign-in.ts')

type RestoringApp = Pick<App, 'club' | 'send'>

/**
 * Restores the session (spec §4 "Automatic sign-in"): the session check, then, if there is no session, the silent
 * sign-in under the loading indicator. A failed sign-in is shown as a warning. `unreachable` if the session check got
 * no response: the caller shows that failure.
 */
export async function restoreSession(app: RestoringApp, signal: AbortSignal): Promise<Restored> {
  const checked = await checkSession(app.send, signal)
  if (!checked.ok) return { kind: 'unreachable', failure: checked.failure }
  if (checked.session.kind === 'signedIn') {
    setSessionEnd(null)
    return { kind: 'signedIn' }
  }
  const { silentSignIn } = await loadSilentSignIn()
  const restored = await withOverlay(signal, (onAttempt) => silentSignIn(app, { signal, onAttempt }))
  if (restored.kind === 'signedOut' && !signal.aborted) {
    await readSessionEnd(app.send, signal)
    clearPresenceHint()
  }
  return restored
}

/** Reads why the session ended, if the hint says that there was one. At a kiosk it may be another person's. */
async function readSessionEnd(send: Send, signal: AbortSignal): Promise<void> {
  if (!hasPresenceHint() || isKiosk()) return
  const sent = await send(sessionEndCall, { signal })
  if (sent.ok && sent.data.reason !== null) setSessionEnd(sent.data.reason)
}

/** Signs in with a password from the browser's own store, with the same loading indicator and warning. */
export const restoreWithPassword = (
  app: RestoringApp,
  chosen: DeviceRecord,
  signal: AbortSignal,
): Promise<Restored> =>
  withOverlay(signal, async (onAttempt) => {
    onAttempt()
    const { signInWithSavedPassword } = await loadSilentSignIn()
    return signInWithSavedPassword(app, chosen, signal)
  })

async function withOverlay(
  signal: AbortSignal,
  attempt: (onAttempt: () => void) => Promise<SilentSignIn>,
): Promise<Restored> {
  let hide = () => {}
  const silent = await attempt(() => {
    hide = showOverlay()
  }).finally(() => hide())
  if (silent.kind === 'signedIn') return { kind: 'signedIn' }
  if (silent.kind === 'absent') return { kind: 'signedOut', failure: null }
  if (!signal.aborted) showFailure(silent.failure, { place: 'silent-sign-in' })
  return { kind: 'signedOut', failure: silent.failure }
}
