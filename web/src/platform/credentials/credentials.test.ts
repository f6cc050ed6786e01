import { sessionInfoCall, signOutCall } from '@clube/contract/identity/session-calls.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { crashed, fakeApp, FakeServer, refusal, unreachable } from '../../testing/fake-server.ts'
import type { App } from '../app/app-context.tsx'
import { acceptSignIn } from '../session/accept-sign-in.ts'
import { currentSession, setSession } from '../session/session-store.ts'
import { signOut } from '../session/sign-out.ts'
import { requestBrowserCredential } from './browser-credentials.ts'
import { deleteDeviceRecord, readDeviceRecord, saveDeviceRecord } from './device-record.ts'
import { clearAttempt, silentSignIn } from './silent-sign-in.ts'

/** A minimal in-memory IndexedDB with one object store. Clones values like the real one. */
function createMemoryIndexedDb(stored: Map<string, unknown>) {
  const request = (action: () => unknown) => {
    const idbRequest: Record<string, unknown> = {}
    queueMicrotask(() => {
      idbRequest['result'] = action()
      ;(idbRequest['onsuccess'] as () => void)()
    })
    return idbRequest
  }
  const transaction = () => {
    const idbTransaction: Record<string, unknown> = {}
    const store = {
      transaction: idbTransaction,
      get: (name: string) => request(() => stored.get(name)),
      put: (value: unknown, name: string) => void stored.set(name, structuredClone(value)),
      clear: () => stored.clear(),
    }
    setImmediate(() => (idbTransaction['oncomplete'] as (() => void) | undefined)?.())
    return { objectStore: () => store }
  }
  return { open: () => request(() => ({ transaction, close: () => {} })) }
}

let stored: Map<string, unknown>
let server: FakeServer
let app: App

/** Spec §7, without the password. */
const signInBody = { document_id: '52998224725', document_type: 'cpf', remember_me: 'yes' }
const signedIn = { kind: 'signedIn', level: 'customer', customer_name: 'Maria' } as const
const record = { id: '52998224725', password: 'segredo-do-aparelho' }
const attempt = () => silentSignIn(app, { signal: new AbortController().signal })
/** The calls that were sent, in order. */
const sentCalls = () => server.requests.map(({ call }) => call)

beforeEach(() => {
  stored = new Map()
  server = new FakeServer((error) => expect.unreachable(error))
  app = fakeApp(server, { terms_id: 'termos-1' })
  vi.stubGlobal('indexedDB', createMemoryIndexedDb(stored))
  setSession({ kind: 'unknown' })
  clearAttempt()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the device record', () => {
  it('the device record is read back as saved, and absent after deletion', async () => {
    expect(await readDeviceRecord()).toBeNull()
    await saveDeviceRecord(record)
    expect(await readDeviceRecord()).toEqual(record)
    await deleteDeviceRecord()
    expect(await readDeviceRecord()).toBeNull()
    expect(stored.size).toBe(0)
  })

  it('the device record is encrypted with a non-exportable key', async () => {
    await saveDeviceRecord(record)
    const { sealed } = stored.get('record') as { sealed: ArrayBuffer }
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('segredo')
    const key = stored.get('key') as CryptoKey
    expect(key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  })

  it('a tampered device record is treated as absent', async () => {
    await saveDeviceRecord(record)
    const entry = stored.get('record') as { iv: Uint8Array; sealed: ArrayBuffer }
    new Uint8Array(entry.sealed)[0]! ^= 1
    expect(await readDeviceRecord()).toBeNull()
  })

  it('no device record is stored without crypto.subtle', async () => {
    vi.stubGlobal('crypto', {})
    await saveDeviceRecord(record)
    expect([stored.size, await readDeviceRecord()]).toEqual([0, null])
  })

  it('no device record is stored when the browser denies storage', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('no', 'SecurityError')
      },
    })
    await saveDeviceRecord(record)
    expect(await readDeviceRecord()).toBeNull()
  })
})

describe('silent sign-in', () => {
  it('silent sign-in sends nothing without a stored credential', async () => {
    expect(await attempt()).toEqual({ kind: 'absent' })
    expect(server.requests).toEqual([])
  })

  it('silent sign-in sends the stored id and password as in spec §7 and stores the new secret', async () => {
    await saveDeviceRecord(record)
    server.respond(signInWithPasswordCall, { customer_name: 'Maria', device_credential: 'segredo-novo' })
    expect(await attempt()).toEqual({ kind: 'signedIn' })
    expect(sentCalls()).toEqual([signInWithPasswordCall])
    expect(server.requests[0]?.body).toEqual({ ...signInBody, password: 'segredo-do-aparelho' })
    expect(await readDeviceRecord()).toEqual({ id: '52998224725', password: 'segredo-novo' })
    expect(currentSession()).toEqual(signedIn)
  })

  it('silent sign-in is attempted once per page load', async () => {
    await saveDeviceRecord(record)
    server.respond(signInWithPasswordCall, unreachable)
    expect(await attempt()).toMatchObject({ kind: 'failed' })
    expect(await attempt()).toEqual({ kind: 'absent' })
    expect(server.requests).toHaveLength(1)
  })

  it('the device record is deleted on a 401 only', async () => {
    await saveDeviceRecord(record)
    server.respond(signInWithPasswordCall, crashed, refusal('identity.wrong-device-credential'))
    await attempt()
    expect(await readDeviceRecord()).toEqual(record)
    clearAttempt()
    expect(await attempt()).toMatchObject({
      kind: 'failed',
      failure: { status: 401, code: 'identity.wrong-device-credential' },
    })
    expect(await readDeviceRecord()).toBeNull()
  })

  it('when another tab has rotated the credential and signed in, silent sign-in uses its session', async () => {
    await saveDeviceRecord(record)
    server.respond(sessionInfoCall, { level: 'customer', customer_name: 'Maria' })
    vi.stubGlobal('navigator', {
      locks: {
        request: async (_name: string, _options: object, use: () => unknown) => {
          await saveDeviceRecord({ ...record, password: 'da-outra-aba' })
          return use()
        },
      },
    })
    expect(await attempt()).toEqual({ kind: 'signedIn' })
    expect(sentCalls()).toEqual([sessionInfoCall])
  })

  describe('with a password saved by the browser', () => {
    const get = vi.fn(async () => ({ type: 'password', id: '52998224725', password: 'Girassol-27' }))
    beforeEach(() => {
      get.mockClear()
      vi.stubGlobal('PasswordCredential', class {})
      vi.stubGlobal('navigator', { credentials: { get } })
    })

    it('without a device record the password is requested with required mediation and sent after an account check', async () => {
      server.respond(checkAccountCall, { registration: 'complete', hints: {} })
      server.respond(signInWithPasswordCall, { customer_name: 'Maria' })
      expect(await attempt()).toEqual({ kind: 'signedIn' })
      expect(get).toHaveBeenCalledWith(expect.objectContaining({ password: true, mediation: 'required' }))
      expect(sentCalls()).toEqual([checkAccountCall, signInWithPasswordCall])
      expect(server.requests.map(({ body }) => body)).toEqual([
        { document_id: '52998224725', terms_id: 'termos-1' },
        { ...signInBody, password: 'Girassol-27' },
      ])
    })

    it('a password saved by the browser is not sent when the account check fails', async () => {
      server.respond(checkAccountCall, unreachable)
      expect(await attempt()).toMatchObject({ kind: 'failed', failure: { kind: 'network' } })
      expect(sentCalls()).toEqual([checkAccountCall])
    })

    it('a password saved by the browser is requested once per page load', async () => {
      const { signal } = new AbortController()
      expect(await requestBrowserCredential(signal)).toMatchObject({ id: '52998224725' })
      expect(await requestBrowserCredential(signal)).toBeNull()
      expect(await attempt()).toEqual({ kind: 'absent' })
      expect(get).toHaveBeenCalledOnce()
    })
  })
})

describe('signing in and out', () => {
  it('signing in without remember-me deletes the previous device record', async () => {
    await saveDeviceRecord(record)
    await acceptSignIn('11144477735', { customer_name: 'João' })
    expect(await readDeviceRecord()).toBeNull()
  })

  it('signing out sends the device credential, deletes it and ends the session', async () => {
    await saveDeviceRecord(record)
    setSession(signedIn)
    server.respond(signOutCall, {})
    expect(await signOut(app.send)).toBeNull()
    expect(server.requests).toMatchObject([
      { call: signOutCall, body: { device_credential: 'segredo-do-aparelho' } },
    ])
    expect([await readDeviceRecord(), currentSession()]).toEqual([null, { kind: 'signedOut' }])
  })

  it('signing out offline deletes the device record and reports the failure', async () => {
    await saveDeviceRecord(record)
    setSession(signedIn)
    server.respond(signOutCall, unreachable)
    expect(await signOut(app.send)).toEqual({ kind: 'network', during: 'call' })
    expect([await readDeviceRecord(), currentSession().kind]).toEqual([null, 'signedIn'])
  })
})
