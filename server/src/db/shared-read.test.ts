import { expect, test } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createSharedReads } from './shared-read.ts'

/** Shared reads of one second, which the test completes. */
const createReads = () => {
  const clock = createFakeClock()
  const reads: (PromiseWithResolvers<string> & { key: string })[] = []
  const state = { mayKeep: true }
  const { share, forgetAll } = createSharedReads({
    clock: clock.now,
    maxAgeMs: 1000,
    maxReads: 3,
    mayKeep: () => state.mayKeep,
  })
  const shareRead = (key: string) =>
    share(key, () => {
      const read = { key, ...Promise.withResolvers<string>() }
      reads.push(read)
      return read.promise
    })
  return { clock, reads, share: shareRead, forgetAll, state }
}

test('concurrent and later calls within a second share one read, and other keys have their own', async () => {
  const { clock, reads, share } = createReads()
  const calls = [share('a'), share('a'), share('b')]
  reads[0]?.resolve('first')
  reads[1]?.resolve('other')
  expect(await Promise.all(calls)).toEqual(['first', 'first', 'other'])
  clock.advance(999)
  expect(await share('a')).toBe('first')
  expect(reads.map(({ key }) => key)).toEqual(['a', 'b'])
})

test('a read that began a second ago is not shared, even while it is in flight', async () => {
  const { clock, reads, share } = createReads()
  const slow = share('a')
  clock.advance(1000)
  const fresh = share('a')
  reads[0]?.resolve('slow')
  reads[1]?.resolve('fresh')
  expect(await Promise.all([slow, fresh, share('a')])).toEqual(['slow', 'fresh', 'fresh'])
  expect(reads).toHaveLength(2)
})

test('a failed read rejects the calls that shared it and is retried by the next call', async () => {
  const { reads, share } = createReads()
  const calls = [share('a'), share('a')]
  reads[0]?.reject(new Error('no database'))
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = share('a')
  reads[1]?.resolve('read')
  expect(await next).toBe('read')
})

test('a slow read that fails does not discard the one that replaced it', async () => {
  const { clock, reads, share } = createReads()
  const slow = share('a')
  clock.advance(1000)
  const fresh = share('a')
  reads[0]?.reject(new Error('no database'))
  reads[1]?.resolve('fresh')
  await expect(slow).rejects.toThrow('no database')
  expect(await Promise.all([fresh, share('a')])).toEqual(['fresh', 'fresh'])
  expect(reads).toHaveLength(2)
})

test('a call after the clock was set back does not share a read that started before', () => {
  const { clock, reads, share } = createReads()
  void share('a')
  clock.advance(-1)
  void share('a')
  expect(reads).toHaveLength(2)
})

test('a call after everything was forgotten does not share a read that is in flight', async () => {
  const { reads, share, forgetAll } = createReads()
  const old = share('a')
  forgetAll()
  const fresh = share('a')
  reads[0]?.resolve('old')
  reads[1]?.resolve('fresh')
  expect(await Promise.all([old, fresh, share('a')])).toEqual(['old', 'fresh', 'fresh'])
})

test('at most the given number of results is kept, and the oldest is dropped first', () => {
  const { reads, share } = createReads()
  for (const key of ['a', 'b', 'c', 'd', 'b', 'c', 'd', 'a']) void share(key)
  expect(reads.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd', 'a'])
})

test('while nothing may be kept, only a read in flight is shared', async () => {
  const { reads, share, state } = createReads()
  state.mayKeep = false
  const calls = [share('a'), share('a')]
  reads[0]?.resolve('read')
  expect(await Promise.all(calls)).toEqual(['read', 'read'])
  state.mayKeep = true
  void share('a')
  expect(reads).toHaveLength(2)
})
