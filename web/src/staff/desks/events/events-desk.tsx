import { useRoute } from 'wouter'
import { staffPaths } from '../../app/paths.ts'
import { SessionPage } from './session-page.tsx'
import { SessionsPage } from './sessions-page.tsx'

/** Sessions of events: planned, watched, and who comes. */
export function EventsDesk() {
  const [isOne, params] = useRoute(`${staffPaths.events}/:session_id`)
  return isOne && params.session_id ? (
    <SessionPage key={params.session_id} session_id={params.session_id} />
  ) : (
    <SessionsPage />
  )
}
