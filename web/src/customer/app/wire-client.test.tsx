import { readPointsCall } from '@clube/contract/points/calls.ts'
import { signOutCall } from '@clube/contract/identity/session-calls.ts'
import { expect, test, vi } from 'vitest'
import { currentSessionEnd, setSessionEnd } from '../../platform/session/session-end.ts'
import { currentSession, setSession } from '../../platform/session/session-store.ts'
import { wireClient } from './wire-client.ts'

const captcha = { fields: vi.fn(), warmUp: () => {}, discard: () => {} }

test('a read request is marked as unattended after a minute without input; an action never is', async () => {
  const unattended: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    unattended.push(new Headers(headers).get('x-unattended'))
    return Response.json({ success: true, data: {} })
  })
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const send = wireClient(captcha)
  const readAt = async (ms: number) => {
    now.mockReturnValue(ms)
    await send(readPointsCall, {})
    return unattended.at(-1)
  }
  for (const [index, input] of ['pointerdown', 'keydown', 'wheel'].entries()) {
    const start = index * 60_000
    expect([await readAt(start), await readAt(start + 59_999)]).toEqual([null, null])
    expect(await readAt(start + 60_000)).toBe('yes')
    await send(signOutCall, { body: {} })
    expect(unattended.at(-1)).toBeNull()
    window.dispatchEvent(new Event(input))
  }
  expect(await readAt(180_000)).toBeNull()
})

test.each([
  ['unknown', 'clube_presence=yes'],
  // Signing out in another tab deletes the cookie.
  ['signed-out', 'clube_presence=; max-age=0'],
] as const)('when the session of an open page ends, the reason is recorded: %s', async (end, cookie) => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: false, message: '', code: 'session.required' }, { status: 401 }),
  )
  setSessionEnd(null)
  document.cookie = cookie
  const send = wireClient(captcha)
  await send(readPointsCall, {})
  expect(currentSessionEnd()).toBeNull()
  setSession({ kind: 'signedIn', level: 'customer', customer_name: null })
  await send(readPointsCall, {})
  expect([currentSession().kind, currentSessionEnd()]).toEqual(['unknown', end])
})
