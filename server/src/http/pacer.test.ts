import { defineCall } from '@clube/contract/kernel/call.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createApp } from './app.ts'
import { bindCall, type Binder } from './bind.ts'
import { createPacer } from './pacer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const createSender = (settings: { atOnce: number; pauseMs: number; mostWaiting: number }) => {
  const pace = createPacer(settings)
  const passed: number[] = []
  const send = (...indexes: number[]): void => {
    for (const index of indexes) void pace().then(() => passed.push(index))
  }
  return { passed, send }
}

test('a pacer lets its number pass at once, and as many after each pause in order of arrival', async () => {
  const { passed, send } = createSender({ atOnce: 2, pauseMs: 20, mostWaiting: 100 })
  send(0, 1, 2, 3, 4)
  await vi.advanceTimersByTimeAsync(19)
  expect(passed).toEqual([0, 1])
  await vi.advanceTimersByTimeAsync(1)
  expect(passed).toEqual([0, 1, 2, 3])
  await vi.advanceTimersByTimeAsync(20)
  send(5, 6)
  await vi.advanceTimersByTimeAsync(0)
  // One of the two places of this pause was left.
  expect(passed).toEqual([0, 1, 2, 3, 4, 5])
  await vi.advanceTimersByTimeAsync(20)
  expect(passed).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('after a quiet pause nobody waits, and no timer is left', async () => {
  const { passed, send } = createSender({ atOnce: 2, pauseMs: 20, mostWaiting: 100 })
  send(0, 1, 2)
  await vi.advanceTimersByTimeAsync(40)
  expect(vi.getTimerCount()).toBe(0)
  send(3, 4)
  await vi.advanceTimersByTimeAsync(0)
  expect(passed).toEqual([0, 1, 2, 3, 4])
})

test('while the largest number waits, others pass at once', async () => {
  const { passed, send } = createSender({ atOnce: 1, pauseMs: 20, mostWaiting: 2 })
  send(0, 1, 2, 3, 4)
  await vi.advanceTimersByTimeAsync(0)
  expect(passed).toEqual([0, 3, 4])
  await vi.advanceTimersByTimeAsync(40)
  expect(passed).toEqual([0, 3, 4, 1, 2])
})

test('a request waits for the pace of its binder before its session is looked up', async () => {
  vi.useRealTimers()
  const app = await createApp({
    log: pino({ level: 'silent' }),
    baseUrl: 'http://127.0.0.1',
    trustProxy: false,
  })
  const events: string[] = []
  const { promise: passed, resolve: pass } = Promise.withResolvers<void>()
  const binder: Binder = {
    app,
    guards: {
      identifiedAccess: 'participate',
      findSession: async (token) => {
        events.push('session')
        return { session_id: token, customer_id: token, level: 'customer', name: null, document_type: 'cpf' }
      },
      findStaffSession: async () => null,
      spendProof: async () => {},
    },
    clock: () => new Date(),
    secureCookies: false,
    checkResponses: true,
    pace: () => {
      events.push('pace')
      return passed
    },
  }
  const call = defineCall({
    method: 'GET',
    summary: 'Uma consulta.',
    path: '/api/test/paced',
    session: 'customer',
    data: z.unknown(),
    refusals: {},
  })
  bindCall(binder, call, async () => ({ data: 'done' }))
  const response = app.inject({ url: call.path, headers: { cookie: 'sid=bia' } })
  await vi.waitFor(() => expect(events).toEqual(['pace']))
  pass()
  expect((await response).json()).toMatchObject({ data: 'done' })
  expect(events).toEqual(['pace', 'session'])
  await app.close()
})
