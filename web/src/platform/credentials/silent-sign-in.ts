import { signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import type { Send } from '../api/client.ts'
import type { Failure } from '../api/failure.ts'
import { keepSignIn } from '../session/accept-sign-in.ts'
import { checkSession } from '../session/check-session.ts'
import { currentSession } from '../session/session-store.ts'
import { askBrowser } from './browser-credentials.ts'
import { deleteDeviceRecord, readDeviceRecord } from './device-record.ts'

/** How a silent attempt ended. `absent`: there was nothing to try with, or this page has tried already. */
export type SilentSignIn = { at: 'absent' } | { at: 'signedIn' } | { at: 'failed'; failure: Failure }

const lockName = 'clube-silent-sign-in'
let attempted = false

/** For tests: a new page load. */
export function forgetAttempt(): void {
  attempted = false
}

/**
 * Signs in with what this device keeps (spec §4 "Automatic sign-in"): once per page load, one tab at a time. A 401
 * deletes the record. `onAttempt` is told before the server is asked, so that waiting can be shown.
 */
export async function silentSignIn(
  send: Send,
  options: { signal: AbortSignal; onAttempt?: () => void },
): Promise<SilentSignIn> {
  if (attempted) return { at: 'absent' }
  attempted = true
  const { signal, onAttempt } = options
  const found = await readDeviceRecord()
  if (found === null) {
    const chosen = await askBrowser(signal)
    if (!chosen) return { at: 'absent' }
    onAttempt?.()
    return await tryWith(send, chosen, signal)
  }
  onAttempt?.()
  try {
    return await withLock(signal, async () => {
      const record = await readDeviceRecord()
      if (record?.password === found.password) return await tryWith(send, record, signal)
      // The secret rotates: the tab before us has used it, and then we may be signed in already.
      await checkSession(send, signal)
      if (currentSession().at === 'signedIn') return { at: 'signedIn' }
      return record ? await tryWith(send, record, signal) : { at: 'absent' }
    })
  } catch {
    return { at: 'failed', failure: { kind: 'aborted' } }
  }
}

async function withLock<Result>(signal: AbortSignal, use: () => Promise<Result>): Promise<Result> {
  const locks = (navigator as { locks?: LockManager }).locks
  return locks ? await locks.request(lockName, { signal }, use) : await use()
}

async function tryWith(
  send: Send,
  record: { id: string; password: string },
  signal: AbortSignal,
): Promise<SilentSignIn> {
  const sent = await send(signInWithPasswordCall, {
    // Spec §7: the type is always cpf here; the server reads the true one from the id.
    body: {
      document_id: record.id,
      document_type: 'cpf',
      password: record.password,
      remember_me: 'yes',
    },
    signal,
  })
  if (sent.ok) {
    await keepSignIn(record.id, sent.data)
    return { at: 'signedIn' }
  }
  if (sent.failure.kind === 'refused' && sent.failure.status === 401) await deleteDeviceRecord()
  return { at: 'failed', failure: sent.failure }
}
