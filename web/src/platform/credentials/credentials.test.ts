import type { Call } from '@clube/contract/kernel/call.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Send } from '../api/client.ts'
import type { App } from '../app/app-context.tsx'
import type { Failure } from '../api/failure.ts'
import { acceptSignIn } from '../session/accept-sign-in.ts'
import { currentSession, setSession } from '../session/session-store.ts'
import { signOut } from '../session/sign-out.ts'
import { askBrowser } from './browser-credentials.ts'
import { deleteDeviceRecord, readDeviceRecord, saveDeviceRecord } from './device-record.ts'
import { clearAttempt, silentSignIn } from './silent-sign-in.ts'

/** A minimal in-memory IndexedDB with one object store. Clones values like the real one. */
function createMemoryIndexedDb(kept: Map<string, unknown>) {
  const request = (action: () => unknown) => {
    const opened: Record<string, unknown> = {}
    queueMicrotask(() => {
      opened['result'] = action()
      ;(opened['onsuccess'] as () => void)()
    })
    return opened
  }
  const transaction = () => {
    const running: Record<string, unknown> = {}
    const store = {
      transaction: running,
      get: (name: string) => request(() => kept.get(name)),
      put: (value: unknown, name: string) => void kept.set(name, structuredClone(value)),
      clear: () => kept.clear(),
    }
    setImmediate(() => (running['oncomplete'] as (() => void) | undefined)?.())
    return { objectStore: () => store }
  }
  return { open: () => request(() => ({ transaction, close: () => {} })) }
}

const infoPath = '/api/auth/shd/external/info'
const checkPath = '/api/auth/shd/check-account'
const signInPath = '/api/auth/shd/external/signin-password'
const signOutPath = '/api/auth/shd/external/signout'
const notSignedIn: Failure = {
  kind: 'refused',
  status: 401,
  code: 'session.required',
  message: 'x',
  errors: [],
}

let kept: Map<string, unknown>
let asked: { path: string; body: unknown }[]
let answers: Record<string, { data: unknown } | { failure: Failure }>

const send = (async (call: Call, input: { body?: unknown }) => {
  asked.push({ path: call.path, body: input.body })
  const answer = answers[call.path] ?? { failure: notSignedIn }
  return 'failure' in answer ? { ok: false, ...answer } : { ok: true, ...answer }
}) as unknown as Send

/** Spec §7, without the password. */
const signInBody = { document_id: '52998224725', document_type: 'cpf', remember_me: 'yes' }
const signedIn = { at: 'signedIn', level: 'customer', customer_name: 'Maria' } as const
const network: Failure = { kind: 'network', during: 'call' }
const record = { id: '52998224725', password: 'segredo-do-aparelho' }
const app = { club: { terms_id: 'termos-1' } as App['club'], send }
const attempt = () => silentSignIn(app, { signal: new AbortController().signal })

beforeEach(() => {
  kept = new Map()
  asked = []
  answers = {}
  vi.stubGlobal('indexedDB', createMemoryIndexedDb(kept))
  setSession({ at: 'unknown' })
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
    expect(kept.size).toBe(0)
  })

  it('the device record is encrypted with a non-exportable key', async () => {
    await saveDeviceRecord(record)
    const { sealed } = kept.get('record') as { sealed: ArrayBuffer }
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('segredo')
    const key = kept.get('key') as CryptoKey
    expect(key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  })

  it('a tampered device record is treated as absent', async () => {
    await saveDeviceRecord(record)
    const entry = kept.get('record') as { iv: Uint8Array; sealed: ArrayBuffer }
    new Uint8Array(entry.sealed)[0]! ^= 1
    expect(await readDeviceRecord()).toBeNull()
  })

  it('no device record is stored without crypto.subtle', async () => {
    vi.stubGlobal('crypto', {})
    await saveDeviceRecord(record)
    expect([kept.size, await readDeviceRecord()]).toEqual([0, null])
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
    expect(await attempt()).toEqual({ at: 'absent' })
    expect(asked).toEqual([])
  })

  it('silent sign-in sends the stored id and password as in spec §7 and stores the new secret', async () => {
    await saveDeviceRecord(record)
    answers[signInPath] = { data: { customer_name: 'Maria', device_credential: 'segredo-novo' } }
    expect(await attempt()).toEqual({ at: 'signedIn' })
    expect(asked).toEqual([{ path: signInPath, body: { ...signInBody, password: 'segredo-do-aparelho' } }])
    expect(await readDeviceRecord()).toEqual({ id: '52998224725', password: 'segredo-novo' })
    expect(currentSession()).toEqual(signedIn)
  })

  it('silent sign-in is attempted once per page load', async () => {
    await saveDeviceRecord(record)
    answers[signInPath] = { failure: network }
    expect(await attempt()).toMatchObject({ at: 'failed' })
    expect(await attempt()).toEqual({ at: 'absent' })
    expect(asked).toHaveLength(1)
  })

  it('the device record is deleted on a 401 only', async () => {
    await saveDeviceRecord(record)
    answers[signInPath] = { failure: { kind: 'server', status: 500, request_id: null } }
    await attempt()
    expect(await readDeviceRecord()).toEqual(record)
    clearAttempt()
    answers[signInPath] = { failure: notSignedIn }
    expect(await attempt()).toEqual({ at: 'failed', failure: notSignedIn })
    expect(await readDeviceRecord()).toBeNull()
  })

  it('silent sign-in uses the credential rotated by another tab', async () => {
    await saveDeviceRecord(record)
    answers[infoPath] = { data: { level: 'customer', customer_name: 'Maria' } }
    vi.stubGlobal('navigator', {
      locks: {
        request: async (_name: string, _options: object, use: () => unknown) => {
          await saveDeviceRecord({ ...record, password: 'da-outra-aba' })
          return use()
        },
      },
    })
    expect(await attempt()).toEqual({ at: 'signedIn' })
    expect(asked.map(({ path }) => path)).toEqual([infoPath])
  })

  describe('with a password that the browser saved', () => {
    const get = vi.fn(async () => ({ type: 'password', id: '52998224725', password: 'Girassol-27' }))
    beforeEach(() => {
      get.mockClear()
      vi.stubGlobal('PasswordCredential', class {})
      vi.stubGlobal('navigator', { credentials: { get } })
    })

    it('asks for it with required mediation where there is no record, and begins a flow by the account check', async () => {
      answers[checkPath] = { data: { registration: 'complete', hints: {} } }
      answers[signInPath] = { data: { customer_name: 'Maria' } }
      expect(await attempt()).toEqual({ at: 'signedIn' })
      expect(get).toHaveBeenCalledWith(expect.objectContaining({ password: true, mediation: 'required' }))
      expect(asked).toEqual([
        { path: checkPath, body: { document_id: '52998224725', terms_id: 'termos-1' } },
        { path: signInPath, body: { ...signInBody, password: 'Girassol-27' } },
      ])
    })

    it('fails as the account check did, without sending the password', async () => {
      answers[checkPath] = { failure: network }
      expect(await attempt()).toEqual({ at: 'failed', failure: network })
      expect(asked.map(({ path }) => path)).toEqual([checkPath])
    })

    it('asks the person once per page load', async () => {
      const { signal } = new AbortController()
      expect(await askBrowser(signal)).toMatchObject({ id: '52998224725' })
      expect(await askBrowser(signal)).toBeNull()
      expect(await attempt()).toEqual({ at: 'absent' })
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
    answers[signOutPath] = { data: {} }
    expect(await signOut(send)).toBeNull()
    expect(asked).toEqual([{ path: signOutPath, body: { device_credential: 'segredo-do-aparelho' } }])
    expect([await readDeviceRecord(), currentSession()]).toEqual([null, { at: 'signedOut' }])
  })

  it('signing out offline deletes the device record and reports the failure', async () => {
    await saveDeviceRecord(record)
    setSession(signedIn)
    answers[signOutPath] = { failure: network }
    expect(await signOut(send)).toEqual(network)
    expect([await readDeviceRecord(), currentSession().at]).toEqual([null, 'signedIn'])
  })
})
