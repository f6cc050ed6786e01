import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { isPending, trackPending } from '../../kit/overlay/pending-count.ts'
import { refusal } from '../../testing/fake-server.ts'
import { server, settle, setUpScreens } from '../../testing/screen-test.tsx'
import { withPasswordPrompt, requestPassword, usePasswordRequest } from './password-request.ts'

setUpScreens()

let confirmed: boolean
beforeEach(() => {
  confirmed = false
  server.respond(listReceiptsCall, () => (confirmed ? [] : refusal('session.password-required')))
})
const list = () => withPasswordPrompt(server.send)(listReceiptsCall, { query: {} })

/** A refused call that waits for the password dialog. */
const waitingCall = async () => {
  const { result } = renderHook(() => usePasswordRequest())
  const call = list()
  await settle()
  return { result, call }
}

test('a call that requires the password waits for the password dialog and is then sent once more', async () => {
  const { result, call } = await waitingCall()
  confirmed = true
  act(() => result.current?.(true))
  expect(await call).toMatchObject({ ok: true })
  expect(server.requests).toHaveLength(2)
  expect(result.current).toBeNull()
})

test('a call whose password dialog is dismissed returns its refusal and is not sent again', async () => {
  const { result, call } = await waitingCall()
  act(() => result.current?.(false))
  expect(await call).toMatchObject({ ok: false, failure: { code: 'session.password-required' } })
  expect(server.requests).toHaveLength(1)
})

test('a call that still requires the password after the dialog is not sent a third time', async () => {
  const { result, call } = await waitingCall()
  act(() => result.current?.(true))
  expect(await call).toMatchObject({ ok: false })
  expect(server.requests).toHaveLength(2)
  expect(result.current).toBeNull()
})

test('concurrent calls that require the password share one password dialog', async () => {
  const { result } = renderHook(() => usePasswordRequest())
  const both = Promise.all([list(), list()])
  await settle()
  confirmed = true
  act(() => result.current?.(true))
  expect(await both).toMatchObject([{ ok: true }, { ok: true }])
  expect(server.requests).toHaveLength(4)
})

test('a refusal other than session.password-required opens no password dialog', async () => {
  const { result } = renderHook(() => usePasswordRequest())
  server.respond(listReceiptsCall, refusal('session.not-allowed'))
  expect(await list()).toMatchObject({ ok: false })
  expect(result.current).toBeNull()
})

test('a password request is declined immediately if no page can show the dialog, or once the page that shows it unmounts', async () => {
  expect(await requestPassword()).toBe(false)
  const { unmount } = renderHook(() => usePasswordRequest())
  const passwordRequest = requestPassword()
  unmount()
  expect(await passwordRequest).toBe(false)
})

test('the overlay of a waiting call is hidden during the password dialog and shown again after it', async () => {
  const { result } = renderHook(() => usePasswordRequest())
  const call = trackPending(list())
  expect(isPending()).toBe(true)
  await settle()
  expect(isPending()).toBe(false)
  const confirming = Promise.withResolvers<void>()
  const tracked = trackPending(confirming.promise)
  expect(isPending()).toBe(true)
  confirming.resolve()
  await tracked
  expect(isPending()).toBe(false)
  confirmed = true
  act(() => result.current?.(true))
  expect(isPending()).toBe(true)
  await call
  expect(isPending()).toBe(false)
})
