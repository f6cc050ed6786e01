import type { Club } from '@clube/contract/club/club.ts'
import { createSend } from '../../platform/api/client.ts'
import type { Failure } from '../../platform/api/failure.ts'
import type { App } from '../../platform/app/app-context.tsx'
import { watchPresence } from '../../platform/session/presence.ts'
import { currentStaffSession, setStaffSession } from '../parts/staff-session.ts'

/** The staff's calls carry no captcha. */
const noCaptcha: App['captcha'] = {
  fields: async () => ({ ok: false, failure: { kind: 'unverified', reason: 'no-solution' } }),
  warmUp: () => {},
  forget: () => {},
}

/** Connects what every desk uses. */
export const wireApp = (club: Club): App => ({
  club,
  captcha: noCaptcha,
  send: createSend({
    captcha: noCaptcha,
    onFailure: noticeEndedSession,
    // Desks look again by themselves; a session still ends when nobody sits there.
    isAttended: watchPresence(window, () => performance.now()),
  }),
})

/** A session that ended on the server ends here too, and the person is told. */
function noticeEndedSession(failure: Failure): void {
  const hasEnded = failure.kind === 'refused' && failure.code === 'session.required'
  if (hasEnded && currentStaffSession().at === 'signedIn') setStaffSession({ at: 'signedOut', ended: true })
}
