import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import type { Failure } from '../api/failure.ts'
import type { App } from '../app/app-context.tsx'
import { storeSignIn } from '../session/accept-sign-in.ts'
import { checkSession } from '../session/check-session.ts'
import { currentSession } from '../session/session-store.ts'
import { requestBrowserCredential, resetBrowserRequest } from './browser-credentials.ts'
import { deleteDeviceRecord, readDeviceRecord, type DeviceRecord } from './device-record.ts'

/** Result of a silent attempt. `absent`: no credential, or already attempted on this page. */
export type SilentSignIn = { kind: 'absent' } | { kind: 'signedIn' } | { kind: 'failed'; failure: Failure }

const lockName = 'clube-silent-sign-in'
let wasAttempted = false

/** For tests: simulates a new page load. */
export function clearAttempt(): void {
  wasAttempted = false
  resetBrowserRequest()
}

type SignInApp = Pick<App, 'club' | 'send'>

/**
 * Signs in with this device's credential, or with a password from the browser's own store (spec §4 "Automatic
 * sign-in"): once per page load, one tab at a time. A 401 deletes the record. `onAttempt` is called before the request,
 * so that a loading indicator can be shown.
 */
export async function silentSignIn(
  app: SignInApp,
  options: { signal: AbortSignal; onAttempt?: () => void },
): Promise<SilentSignIn> {
  if (wasAttempted) return { kind: 'absent' }
  wasAttempted = true
  const { signal, onAttempt } = options
  const found = await readDeviceRecord()
  if (found === null) {
    const chosen = await requestBrowserCredential(signal)
    if (!chosen) return { kind: 'absent' }
    onAttempt?.()
    return await signInWithSavedPassword(app, chosen, signal)
  }
  const { send } = app
  onAttempt?.()
  try {
    return await withLock(signal, async () => {
      const record = await readDeviceRecord()
      if (record?.password === found.password) return await signIn(send, record, signal)
      // The secret rotates: if another tab has used it, this one may already be signed in.
      await checkSession(send, signal)
      if (currentSession().kind === 'signedIn') return { kind: 'signedIn' }
      return record ? await signIn(send, record, signal) : { kind: 'absent' }
    })
  } catch {
    return { kind: 'failed', failure: { kind: 'aborted' } }
  }
}

/**
 * Signs in with a password from the browser's own store. Unlike a device's credential it is accepted only within a
 * sign-in flow, which the account check starts.
 */
export async function signInWithSavedPassword(
  app: SignInApp,
  saved: DeviceRecord,
  signal: AbortSignal,
): Promise<SilentSignIn> {
  const { club, send } = app
  const body = { document_id: saved.id, terms_id: club.terms_id }
  const checked = await send(checkAccountCall, { body, signal })
  if (!checked.ok) return { kind: 'failed', failure: checked.failure }
  return await signIn(send, saved, signal)
}

async function withLock<Result>(signal: AbortSignal, use: () => Promise<Result>): Promise<Result> {
  const locks = (navigator as { locks?: LockManager }).locks
  return locks ? await locks.request(lockName, { signal }, use) : await use()
}

async function signIn(send: App['send'], record: DeviceRecord, signal: AbortSignal): Promise<SilentSignIn> {
  const sent = await send(signInWithPasswordCall, {
    // Spec §7: the type is always cpf here; the server infers the real one from the id.
    body: {
      document_id: record.id,
      document_type: 'cpf',
      password: record.password,
      remember_me: 'yes',
    },
    signal,
  })
  if (sent.ok) {
    await storeSignIn(record.id, sent.data)
    return { kind: 'signedIn' }
  }
  if (sent.failure.kind === 'refused' && sent.failure.status === 401) await deleteDeviceRecord()
  return { kind: 'failed', failure: sent.failure }
}
