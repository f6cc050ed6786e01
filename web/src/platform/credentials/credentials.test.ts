import type { Call } from '@clube/contract/kernel/call.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Send } from '../api/client.ts'
import type { Failure } from '../api/failure.ts'
import { acceptSignIn } from '../session/accept-sign-in.ts'
import { currentSession, setSession } from '../session/session-store.ts'
import { signOut } from '../session/sign-out.ts'
import { deleteDeviceRecord, readDeviceRecord, saveDeviceRecord } from './device-record.ts'
import { forgetAttempt, silentSignIn } from './silent-sign-in.ts'

/** One object store in memory, as much of IndexedDB as one record needs. Values are cloned like the real one's. */
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

const record = { id: '52998224725', password: 'segredo-do-aparelho' }
const attempt = () => silentSignIn(send, { signal: new AbortController().signal })

beforeEach(() => {
  kept = new Map()
  asked = []
  answers = {}
  vi.stubGlobal('indexedDB', createMemoryIndexedDb(kept))
  setSession({ at: 'unknown' })
  forgetAttempt()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the device record', () => {
  it('comes back as it was saved, and is gone when deleted', async () => {
    expect(await readDeviceRecord()).toBeNull()
    await saveDeviceRecord(record)
    expect(await readDeviceRecord()).toEqual(record)
    await deleteDeviceRecord()
    expect(await readDeviceRecord()).toBeNull()
    expect(kept.size).toBe(0)
  })

  it('lies encrypted under a key that cannot be exported', async () => {
    await saveDeviceRecord(record)
    const { sealed } = kept.get('record') as { sealed: ArrayBuffer }
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('segredo')
    const key = kept.get('key') as CryptoKey
    expect(key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  })

  it('that was tampered with is no record', async () => {
    await saveDeviceRecord(record)
    const entry = kept.get('record') as { iv: Uint8Array; sealed: ArrayBuffer }
    new Uint8Array(entry.sealed)[0]! ^= 1
    expect(await readDeviceRecord()).toBeNull()
  })

  it('is quietly not kept where crypto.subtle is absent', async () => {
    vi.stubGlobal('crypto', {})
    await saveDeviceRecord(record)
    expect([kept.size, await readDeviceRecord()]).toEqual([0, null])
  })

  it('is quietly not kept where the browser refuses its storage', async () => {
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
  it('asks nothing where there is nothing to try with', async () => {
    expect(await attempt()).toEqual({ at: 'absent' })
    expect(asked).toEqual([])
  })

  it('sends the stored id and password as spec §7 says and keeps the new secret', async () => {
    await saveDeviceRecord(record)
    answers[signInPath] = { data: { customer_name: 'Maria', device_credential: 'segredo-novo' } }
    expect(await attempt()).toEqual({ at: 'signedIn' })
    expect(asked).toEqual([
      {
        path: signInPath,
        body: {
          document_id: '52998224725',
          document_type: 'cpf',
          password: 'segredo-do-aparelho',
          remember_me: 'yes',
        },
      },
    ])
    expect(await readDeviceRecord()).toEqual({ id: '52998224725', password: 'segredo-novo' })
    expect(currentSession()).toEqual({ at: 'signedIn', level: 'customer', customer_name: 'Maria' })
  })

  it('tries once per page load', async () => {
    await saveDeviceRecord(record)
    answers[signInPath] = { failure: { kind: 'network', during: 'call' } }
    expect(await attempt()).toMatchObject({ at: 'failed' })
    expect(await attempt()).toEqual({ at: 'absent' })
    expect(asked).toHaveLength(1)
  })

  it('forgets the record at a 401, and only then', async () => {
    await saveDeviceRecord(record)
    answers[signInPath] = { failure: { kind: 'server', status: 500, request_id: null } }
    await attempt()
    expect(await readDeviceRecord()).toEqual(record)
    forgetAttempt()
    answers[signInPath] = { failure: notSignedIn }
    expect(await attempt()).toEqual({ at: 'failed', failure: notSignedIn })
    expect(await readDeviceRecord()).toBeNull()
  })

  it('uses what another tab brought, instead of a secret that tab has spent', async () => {
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

  it('asks the browser’s own store, with required mediation, where there is no record', async () => {
    const get = vi.fn(async () => ({ type: 'password', id: '52998224725', password: 'Girassol-27' }))
    vi.stubGlobal('PasswordCredential', class {})
    vi.stubGlobal('navigator', { credentials: { get } })
    answers[signInPath] = { data: { customer_name: 'Maria' } }
    expect(await attempt()).toEqual({ at: 'signedIn' })
    expect(get).toHaveBeenCalledWith(expect.objectContaining({ password: true, mediation: 'required' }))
    expect(asked[0]?.body).toMatchObject({ document_id: '52998224725', password: 'Girassol-27' })
  })
})

describe('signing in and out', () => {
  it('without being remembered forgets who was remembered before', async () => {
    await saveDeviceRecord(record)
    await acceptSignIn('11144477735', { customer_name: 'João' })
    expect(await readDeviceRecord()).toBeNull()
  })

  it('out sends the device’s secret, forgets it and ends the session', async () => {
    await saveDeviceRecord(record)
    setSession({ at: 'signedIn', level: 'customer', customer_name: 'Maria' })
    answers[signOutPath] = { data: {} }
    expect(await signOut(send)).toBeNull()
    expect(asked).toEqual([{ path: signOutPath, body: { device_credential: 'segredo-do-aparelho' } }])
    expect([await readDeviceRecord(), currentSession()]).toEqual([null, { at: 'signedOut' }])
  })

  it('out without a network forgets this device all the same, and says so', async () => {
    await saveDeviceRecord(record)
    setSession({ at: 'signedIn', level: 'customer', customer_name: 'Maria' })
    const failure: Failure = { kind: 'network', during: 'call' }
    answers[signOutPath] = { failure }
    expect(await signOut(send)).toEqual(failure)
    expect([await readDeviceRecord(), currentSession().at]).toEqual([null, 'signedIn'])
  })
})
