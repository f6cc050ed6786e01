import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
