import { useRoute } from 'wouter'
import { eventPaths } from './event-paths.ts'
import { SessionPage } from './session-page.tsx'
import { SessionsPage } from './sessions-page.tsx'

/** Planning and monitoring of event sessions, and their attendees. */
export function EventsDesk() {
  const [isOne, params] = useRoute(eventPaths.session(':session_id'))
  return isOne && params.session_id ? (
    <SessionPage key={params.session_id} session_id={params.session_id} />
  ) : (
    <SessionsPage />
  )
}
