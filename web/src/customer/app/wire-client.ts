import type { Club } from '@clube/contract/club/club.ts'
import { createSend, type Send } from '../../platform/api/client.ts'
import { createClubCaptcha } from '../../platform/api/club-captcha.ts'
import type { Failure } from '../../platform/api/failure.ts'
import type { App } from '../../platform/app/app-context.tsx'
import { noteServerTime } from '../../platform/clock/server-clock.ts'
import { currentSession, setSession } from '../../platform/session/session-store.ts'

/** The api client of a club, with its captcha. */
export function wireClient(club: Club): Omit<App, 'club'> {
  const captcha = createClubCaptcha(club.captcha)
  return { captcha, send: keepingTime(createSend({ captcha, onFailure: noticeEndedSession })) }
}

/** Every answer says what time it is at the club. */
const keepingTime =
  (send: Send): Send =>
  async (call, input) => {
    const sent = await send(call, input)
    if (sent.ok) noteServerTime(sent.server_time)
    return sent
  }

/** A session that ended on the server ends here too: the gate asks again who is there. */
function noticeEndedSession(failure: Failure): void {
  const hasEnded = failure.kind === 'refused' && failure.code === 'session.required'
  if (hasEnded && currentSession().at === 'signedIn') setSession({ at: 'unknown' })
}
