import type { Club } from '@clube/contract/club/club.ts'
import { createSend } from '../../platform/api/client.ts'
import { createClubCaptcha } from '../../platform/api/club-captcha.ts'
import type { Failure } from '../../platform/api/failure.ts'
import type { App } from '../../platform/app/app-context.tsx'
import { currentSession, setSession } from '../../platform/session/session-store.ts'

/** The api client of a club, with its captcha. */
export function wireClient(club: Club): Omit<App, 'club'> {
  const captcha = createClubCaptcha(club.captcha)
  return { captcha, send: createSend({ captcha, onFailure: noticeEndedSession }) }
}

/** A session that ended on the server ends here too: the gate asks again who is there. */
function noticeEndedSession(failure: Failure): void {
  const hasEnded = failure.kind === 'refused' && failure.code === 'session.required'
  if (hasEnded && currentSession().at === 'signedIn') setSession({ at: 'unknown' })
}
