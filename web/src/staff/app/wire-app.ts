import type { Club } from '@clube/contract/club/club.ts'
import { createSend } from '../../platform/api/client.ts'
import { isKernelRefusal, type Failure } from '../../platform/api/failure.ts'
import type { App } from '../../platform/app/app-context.tsx'
import { watchPresence } from '../../platform/session/presence.ts'
import { currentStaffSession, setStaffSession } from '../parts/staff-session.ts'

/** The staff's calls carry no captcha. */
const noCaptcha: App['captcha'] = {
  fields: async () => ({ ok: false, failure: { kind: 'unverified', reason: 'no-solution' } }),
  warmUp: () => {},
  forget: () => {},
}

/** Connects the parts that all desks share; tests connect a pretend server. */
export const wireApp = (club: Club, connect = createSend): App => ({
  club,
  captcha: noCaptcha,
  send: connect({
    captcha: noCaptcha,
    onFailure: handleEndedSession,
    // Polling of desks does not extend the session, so an unattended one still expires.
    isAttended: watchPresence(window, () => performance.now()),
  }),
})

/** Ends the local session when it has ended on the server, and says why. */
function handleEndedSession(failure: Failure): void {
  const hasEnded = isKernelRefusal(failure, 'session.required')
  if (hasEnded && currentStaffSession().at === 'signedIn') setStaffSession({ at: 'signedOut', ended: true })
}
