import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import type { Send } from '../api/client.ts'
import type { Failure } from '../api/failure.ts'
import { setSession, type Session } from './session-store.ts'

export type Checked = { ok: true; session: Session } | { ok: false; failure: Failure }

/**
 * Whether a failure leaves the session unknown: no response, a server error, or a response that is not the server's.
 */
const isInconclusive = (failure: Failure): boolean =>
  failure.kind === 'unrecognized'
    ? failure.status !== 401
    : failure.kind === 'aborted' || failure.kind === 'network' || failure.kind === 'server'

/**
 * Checks the session with the server (spec §6): 401 means anonymous, otherwise the response's success decides. Without
 * a response from the server, the session remains unknown and the failure is returned.
 */
export async function checkSession(send: Send, signal?: AbortSignal): Promise<Checked> {
  const sent = await send(sessionInfoCall, { signal })
  if (!sent.ok && isInconclusive(sent.failure)) return { ok: false, failure: sent.failure }
  const session: Session = sent.ok ? { kind: 'signedIn', ...sent.data } : { kind: 'signedOut' }
  setSession(session)
  return { ok: true, session }
}
