// @vitest-environment jsdom
import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { isPending, trackPending } from '../../kit/overlay/pending-count.ts'
import type { Send } from '../api/client.ts'
import type { Failure } from '../api/failure.ts'
import { askingPassword, requestPassword, usePasswordRequest } from './password-request.ts'

afterEach(cleanup)

const refused = (code: string): Failure => ({
  kind: 'refused',
  status: 403,
  code,
  message: 'Confirme sua senha para continuar.',
  errors: [],
})

/** A server that needs the password until it was given. */
const server = (failure = refused('session.password-required')) => {
  const state = { sent: 0, confirmed: false }
  const send = (async () => {
    state.sent += 1
    return state.confirmed ? { ok: true, data: [] } : { ok: false, failure }
  }) as unknown as Send
  const list = () => askingPassword(send)(listReceiptsCall, { query: {} })
  return { state, list }
}

/** A call that was refused and waits for the answer of the dialog. */
const waitingCall = async () => {
  const { result } = renderHook(() => usePasswordRequest())
  const { state, list } = server()
  const sending = list()
  await act(async () => {})
  return { result, state, sending }
}

test('a refused call waits for the password and is sent once more', async () => {
  const { result, state, sending } = await waitingCall()
  state.confirmed = true
  act(() => result.current?.(true))
  expect(await sending).toMatchObject({ ok: true })
  expect([state.sent, result.current]).toEqual([2, null])
})

test('declined, the call keeps its refusal and is not sent again', async () => {
  const { result, state, sending } = await waitingCall()
  act(() => result.current?.(false))
  expect(await sending).toMatchObject({ ok: false, failure: { code: 'session.password-required' } })
  expect(state.sent).toBe(1)
})

test('a call that is refused after the password too is sent twice and no more', async () => {
  const { result, state, sending } = await waitingCall()
  act(() => result.current?.(true))
  expect(await sending).toMatchObject({ ok: false })
  expect([state.sent, result.current]).toEqual([2, null])
})

test('calls that are refused meanwhile wait for the same answer', async () => {
  const { result } = renderHook(() => usePasswordRequest())
  const { state, list } = server()
  const both = Promise.all([list(), list()])
  await act(async () => {})
  state.confirmed = true
  act(() => result.current?.(true))
  expect(await both).toMatchObject([{ ok: true }, { ok: true }])
  expect(state.sent).toBe(4)
})

test('any other refusal is handed on without a question', async () => {
  const { result } = renderHook(() => usePasswordRequest())
  const { list } = server(refused('session.not-allowed'))
  expect(await list()).toMatchObject({ ok: false })
  expect(result.current).toBeNull()
})

test('where no page listens, or the page goes away, nobody waits', async () => {
  expect(await requestPassword()).toBe(false)
  const { unmount } = renderHook(() => usePasswordRequest())
  const asked = requestPassword()
  unmount()
  expect(await asked).toBe(false)
})

test('the overlay of the call that waits gives way to the dialog, and comes back with the answer', async () => {
  const { result } = renderHook(() => usePasswordRequest())
  const { state, list } = server()
  const sending = trackPending(list())
  expect(isPending()).toBe(true)
  await act(async () => {})
  expect(isPending()).toBe(false)
  const confirming = Promise.withResolvers<void>()
  const tracked = trackPending(confirming.promise)
  expect(isPending()).toBe(true)
  confirming.resolve()
  await tracked
  expect(isPending()).toBe(false)
  state.confirmed = true
  act(() => result.current?.(true))
  expect(isPending()).toBe(true)
  await sending
  expect(isPending()).toBe(false)
})
