import { sessionInfoCall } from '@clube/contract/identity/sign-in-calls.ts'
import type { Send } from '../api/client.ts'
import type { Failure } from '../api/failure.ts'
import { setSession, type Session } from './session-store.ts'

export type Checked = { ok: true; session: Session } | { ok: false; failure: Failure }

/**
 * Asks the server who is here (spec §6): 401 means nobody, otherwise the answer's success decides. Where no answer
 * came the session stays unknown and the failure is handed back.
 */
export async function checkSession(send: Send, signal?: AbortSignal): Promise<Checked> {
  const sent = await send(sessionInfoCall, { signal })
  if (!sent.ok && ['aborted', 'network', 'server'].includes(sent.failure.kind)) {
    return { ok: false, failure: sent.failure }
  }
  const session: Session = sent.ok
    ? { at: 'signedIn', level: sent.data.level, customer_name: sent.data.customer_name }
    : { at: 'signedOut' }
  setSession(session)
  return { ok: true, session }
}
