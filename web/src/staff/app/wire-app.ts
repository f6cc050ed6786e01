import type { Club } from '@clube/contract/club/club.ts'
import { createSend } from '../../platform/api/client.ts'
import { createClubCaptcha } from '../../platform/api/club-captcha.ts'
import { isKernelRefusal, type Failure } from '../../platform/api/failure.ts'
import type { App } from '../../platform/app/app-context.tsx'
import { watchPresence } from '../../platform/session/presence.ts'
import { currentStaffSession, setStaffSession } from '../parts/staff-session.ts'

/** The proof of work for sign-in. Staff pages load no script of the enterprise captcha. */
const createStaffCaptcha = ({ captcha }: Club): App['captcha'] =>
  createClubCaptcha({ ...captcha, enterprise_site_key: null })

/** Connects the parts that all desks share; tests connect a fake server. */
export const wireApp = (
  club: Club,
  { connect, captcha }: { connect: typeof createSend; captcha: App['captcha'] } = {
    connect: createSend,
    captcha: createStaffCaptcha(club),
  },
): App => ({
  club,
  captcha,
  send: connect({
    captcha,
    onFailure: handleEndedSession,
    // Polling of desks does not extend the session, so an unattended one still expires.
    isAttended: watchPresence(window, () => performance.now()),
  }),
})

/** Ends the local session when it has ended on the server, and shows the reason. */
function handleEndedSession(failure: Failure): void {
  const hasEnded = isKernelRefusal(failure, 'session.required')
  if (hasEnded && currentStaffSession().kind === 'signedIn')
    setStaffSession({ kind: 'signedOut', ended: true })
}
