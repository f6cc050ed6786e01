import type { CaptchaSource } from '../../platform/api/captcha-source.ts'
import { createSend, type Send } from '../../platform/api/client.ts'
import { isKernelRefusal, type Failure } from '../../platform/api/failure.ts'
import { syncServerTime } from '../../platform/clock/server-clock.ts'
import { withPasswordPrompt } from '../../platform/session/password-request.ts'
import { watchPresence } from '../../platform/session/presence.ts'
import { hasPresenceHint } from '../../platform/session/presence-hint.ts'
import { setSessionEnd } from '../../platform/session/session-end.ts'
import { isKiosk } from '../../platform/storage/service-channel.ts'
import { currentSession, setSession } from '../../platform/session/session-store.ts'

/** Creates the API client. */
export function wireClient(captcha: CaptchaSource): Send {
  // Polling lists must not keep the session alive when no one is using the page.
  const isAttended = watchPresence(window, () => performance.now())
  const send = createSend({ captcha, onFailure: handleEndedSession, isAttended })
  return withPasswordPrompt(withServerTime(send))
}

/** Every response carries the club's current time. */
const withServerTime =
  (send: Send): Send =>
  async (call, input) => {
    const sent = await send(call, input)
    if (sent.ok) syncServerTime(sent.server_time)
    return sent
  }

/** A session that ended on the server ends here too: the gate checks again. */
function handleEndedSession(failure: Failure): void {
  const hasEnded = isKernelRefusal(failure, 'session.required')
  if (!hasEnded || currentSession().kind !== 'signedIn') return
  // Signing out in another tab deletes the hint.
  if (!isKiosk()) setSessionEnd(hasPresenceHint() ? 'unknown' : 'signed-out')
  setSession({ kind: 'unknown' })
}
