import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { createBatchQueue, createGate, createMicroBatch, type Settled } from './batching.ts'
import { DatabaseFailure, DatabaseUnavailable } from './database-failure.ts'

/** Returns the length of each word and records the queries. */
function createLengthLoader(fail: (words: readonly string[]) => boolean = () => false) {
  const queries: string[][] = []
  const load = async (words: readonly string[]) => {
    queries.push([...words])
    if (fail(words)) throw new Error(`failed for ${words.join()}`)
    return new Map<unknown, number>(
      words.filter((word) => word !== 'unknown').map((word) => [word, word.length]),
    )
  }
  return { queries, load }
}

test('calls in the same tick share one query, with each key once', async () => {
  const { queries, load } = createLengthLoader()
  const lengthOf = createMicroBatch(load)
  const responses = await Promise.all([lengthOf('a'), lengthOf('abc'), lengthOf('a'), lengthOf('unknown')])
  expect(responses).toEqual([1, 3, 1, undefined])
  expect(queries).toEqual([['a', 'abc', 'unknown']])
})

test('results of batched lookups are not cached: the next call queries again', async () => {
  const { queries, load } = createLengthLoader()
  const lengthOf = createMicroBatch(load)
  await lengthOf('a')
  await lengthOf('a')
  expect(queries).toEqual([['a'], ['a']])
})

test('a failing key does not fail the other keys of its query', async () => {
  const { load } = createLengthLoader((words) => words.includes('bad'))
  const lengthOf = createMicroBatch(load)
  const [good, bad, better] = await Promise.allSettled([
    lengthOf('good'),
    lengthOf('bad'),
    lengthOf('better'),
  ])
  expect(good).toEqual({ status: 'fulfilled', value: 4 })
  expect(bad).toMatchObject({ status: 'rejected', reason: new Error('failed for bad') })
  expect(better).toEqual({ status: 'fulfilled', value: 6 })
})

const timeout = new pg.DatabaseError('canceling statement due to statement timeout', 0, 'error')
timeout.code = '57014'
test.each([
  ['the database is unavailable', new DatabaseUnavailable('unreachable', new Error('connect ECONNREFUSED'))],
  ['a lock was not granted in time', new DatabaseFailure(timeout)],
])('a query that fails because %s is not retried for each key', async (_reason, outage) => {
  const queries: (readonly string[])[] = []
  const lengthOf = createMicroBatch<string, number>((words) => {
    queries.push(words)
    return Promise.reject(outage)
  })
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(lengthOf))
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason === outage)).toEqual([
    true,
    true,
    true,
  ])
  expect(queries).toEqual([['a', 'b', 'c']])
})

test('keys beyond the maximum size of a query share the next query', async () => {
  const { queries, load } = createLengthLoader()
  const lengthOf = createMicroBatch(load, { limit: 2 })
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(lengthOf))
  expect(queries).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})

test('calls made at the concurrency limit share the next query', async () => {
  const queries: string[][] = []
  const responses: (() => void)[] = []
  const lengthOf = createMicroBatch<string, number>(
    (words) => {
      queries.push([...words])
      return new Promise((resolve) => {
        responses.push(() => resolve(new Map(words.map((word) => [word, word.length]))))
      })
    },
    { concurrency: 1 },
  )
  const first = lengthOf('a')
  await vi.waitFor(() => expect(queries).toEqual([['a']]))
  const others = [lengthOf('bb'), lengthOf('a'), lengthOf('ccc')]
  await new Promise(setImmediate)
  expect(queries).toEqual([['a']])
  responses[0]?.()
  expect(await first).toBe(1)
  await vi.waitFor(() => expect(queries).toEqual([['a'], ['bb', 'a', 'ccc']]))
  responses[1]?.()
  expect(await Promise.all(others)).toEqual([2, 1, 3])
})

test('a failed query does not block the next query', async () => {
  const { load } = createLengthLoader((words) => words.includes('bad'))
  const lengthOf = createMicroBatch(load, { concurrency: 1 })
  await expect(lengthOf('bad')).rejects.toThrow('failed for bad')
  expect(await lengthOf('good')).toBe(4)
})

test('object keys are compared by their identity function', async () => {
  const queries: { id: number }[][] = []
  const load = async (keys: readonly { id: number }[]) => {
    queries.push([...keys])
    return new Map<unknown, string>(keys.map(({ id }) => [id, `number ${id}`]))
  }
  const nameOf = createMicroBatch(load, { identify: ({ id }) => id })
  expect(await Promise.all([nameOf({ id: 1 }), nameOf({ id: 1 }), nameOf({ id: 2 })])).toEqual([
    'number 1',
    'number 1',
    'number 2',
  ])
  expect(queries).toEqual([[{ id: 1 }, { id: 2 }]])
})

const succeedAll = <Item>(items: readonly Item[]): Settled<Item>[] =>
  items.map((result) => ({ ok: true, result }))

/** Work that completes when the test calls `finish`. */
const slowWork = () => {
  const batches: { key: string; items: number[]; finish: () => void }[] = []
  const work = (key: string, items: readonly number[]) =>
    new Promise<Settled<number>[]>((resolve) => {
      batches.push({ key, items: [...items], finish: () => resolve(succeedAll(items)) })
    })
  return { batches, work }
}

test('items that arrive while a batch is in flight form the next batch, in order of arrival', async () => {
  const { batches, work } = slowWork()
  const enqueue = createBatchQueue(work)
  const first = enqueue('s', 1)
  await turn()
  const laterResults = [enqueue('s', 2), enqueue('s', 3), enqueue('s', 4)]
  await turn()
  expect(batches.map(({ items }) => items)).toEqual([[1]])
  batches[0]?.finish()
  expect(await first).toBe(1)
  await vi.waitFor(() => expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]))
  batches[1]?.finish()
  expect(await Promise.all(laterResults)).toEqual([2, 3, 4])
})

test('batches have a maximum size, and the batches of different keys do not wait for each other', async () => {
  const { batches, work } = slowWork()
  const enqueue = createBatchQueue(work, { limit: 2 })
  const all = [enqueue('a', 1), enqueue('a', 2), enqueue('a', 3), enqueue('b', 4)]
  await turn()
  expect(batches.map(({ key, items }) => [key, items])).toEqual([
    ['a', [1, 2]],
    ['b', [4]],
  ])
  batches[0]?.finish()
  await vi.waitFor(() => expect(batches[2]).toMatchObject({ key: 'a', items: [3] }))
  for (const { finish } of batches) finish()
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4])
})

test('a failed batch is retried item by item, so that only the bad item fails', async () => {
  const seen: number[][] = []
  const enqueue = createBatchQueue(async (_key, items: readonly number[]) => {
    seen.push([...items])
    if (items.includes(2)) throw new Error('bad item')
    return succeedAll(items)
  })
  const settled = await Promise.allSettled([enqueue('s', 1), enqueue('s', 2), enqueue('s', 3)])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(seen).toEqual([[1, 2, 3], [1], [2], [3]])
})

test('a failed item does not affect the other items of its batch', async () => {
  const enqueue = createBatchQueue<number, number>(async (_key, items) =>
    items.map((item) => (item === 2 ? { ok: false, error: new Error('no') } : { ok: true, result: item })),
  )
  const settled = await Promise.allSettled([enqueue('s', 1), enqueue('s', 2)])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})

test('a gate runs as many works as its limit, the others in order of arrival, also after one that fails', async () => {
  const inTurn = createGate(2)
  const started: number[] = []
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
  const works = ends.map(({ promise }, index) =>
    inTurn(async () => {
      started.push(index)
      await promise
    }),
  )
  expect(started).toEqual([0, 1])
  ends[1]?.reject(new Error('failed'))
  await expect(works[1]).rejects.toThrow('failed')
  expect(started).toEqual([0, 1, 2])
  for (const { resolve } of ends) resolve()
  await Promise.all([works[0], works[2], works[3]])
  expect(started).toEqual([0, 1, 2, 3])
})
