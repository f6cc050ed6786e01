import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Observer, QueryOptions } from './query.ts'
import { QueryCache } from './query-cache.ts'

const minuteMs = 60_000
let cache: QueryCache

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 })
  cache = new QueryCache({ staleTime: minuteMs, refetchOnWindowFocus: true, refetchOnReconnect: true })
})
afterEach(() => {
  vi.useRealTimers()
})

type Response = PromiseWithResolvers<string> & { signal: AbortSignal }

/** A read whose responses the test gives, in order of the requests. */
function readByHand() {
  const requests: Response[] = []
  const read = ({ signal }: { signal: AbortSignal }) => {
    const response = { ...Promise.withResolvers<string>(), signal }
    requests.push(response)
    return response.promise
  }
  return { requests, read }
}

/** Uses a query as a component does, without one. */
function observe(key: readonly unknown[], options: Partial<QueryOptions<string>> = {}) {
  const { requests, read } = readByHand()
  const onChange = vi.fn<() => void>()
  const observer: Observer<string> = { options: { queryKey: key, queryFn: read, ...options }, onChange }
  const query = cache.query<string>(key)
  query.addObserver(observer)
  return { query, requests, read, onChange, leave: () => query.removeObserver(observer) }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const isSettled = async (promise: Promise<unknown>) => {
  let settled = false
  void promise.then(() => (settled = true))
  await settle()
  return settled
}

test('keys are compared by value, and objects in them without regard to the order of their fields', () => {
  cache.setQueryData(['shops', { floor: 1, open: [{ from: 8, to: 22 }] }], 'data')
  expect(cache.getQueryData(['shops', { open: [{ to: 22, from: 8 }], floor: 1 }])).toBe('data')
  expect(cache.getQueryData(['shops', { floor: 2, open: [{ from: 8, to: 22 }] }])).toBeUndefined()
  expect(cache.getQueryData(['shops'])).toBeUndefined()
})

test('data that is set replaces the data, its age and the error of an earlier request', async () => {
  const { query, read, requests, onChange } = observe(['a'])
  void query.fetch(read)
  requests[0]?.reject(new Error('no connection'))
  await settle()
  expect(query.isInvalidated).toBe(true)

  vi.setSystemTime(5_000)
  onChange.mockClear()
  cache.setQueryData(['a'], 'set')
  expect(cache.getQueryState(['a'])).toEqual({
    data: 'set',
    dataUpdatedAt: 5_000,
    error: null,
    more: 'idle',
  })
  expect(query.isInvalidated).toBe(false)
  expect(onChange).toHaveBeenCalledTimes(1)
})

test('an update computes the data from the present data, and undefined changes nothing', () => {
  cache.setQueryData<number>(['a'], (data) => (data === undefined ? 1 : undefined))
  cache.setQueryData<number>(['a'], (data = 0) => data + 1)
  expect(cache.getQueryData(['a'])).toBe(2)

  const state = cache.getQueryState(['a'])
  cache.setQueryData(['a'], () => undefined)
  cache.setQueryData(['a'], undefined)
  expect(cache.getQueryState(['a'])).toBe(state)
})

test('equal data keeps its identity, but not its age', async () => {
  cache.setQueryData(['a'], { rows: [1] })
  const data = cache.getQueryData(['a'])
  vi.setSystemTime(9_000)
  cache.setQueryData(['a'], { rows: [1] })
  expect(cache.getQueryData(['a'])).toBe(data)
  expect(cache.getQueryState(['a']).dataUpdatedAt).toBe(9_000)
})

test('requests for the same key join the one that is running', async () => {
  const { query, read, requests } = observe(['a'])
  const all = Promise.all([query.fetch(read), query.fetch(read), query.fetch(read)])
  expect(requests).toHaveLength(1)
  requests[0]?.resolve('data')
  await all
  expect(query.state).toMatchObject({ data: 'data', dataUpdatedAt: 1_000, more: 'idle' })

  void query.fetch(read)
  void query.fetch(read)
  expect(requests).toHaveLength(2)
})

test('an error keeps earlier data, which counts as stale from then on', async () => {
  cache.setQueryData(['a'], 'data')
  const { query, read, requests } = observe(['a'], { staleTime: minuteMs })
  const options = { queryKey: ['a'], queryFn: read, staleTime: minuteMs }
  expect(query.isStale(options)).toBe(false)
  const error = new Error('no connection')
  const done = query.fetch(read)
  requests[0]?.reject(error)
  await done
  expect(query.state).toMatchObject({ data: 'data', error, dataUpdatedAt: 1_000 })
  expect(query.isStale(options)).toBe(true)

  void query.fetch(read)
  expect(query.state.error).toBe(error)
})

test('an exception thrown before the request is sent is an error like any other', async () => {
  const { query } = observe(['a'])
  const error = new Error('nothing to request')
  await query.fetch(() => {
    throw error
  })
  expect(query.state).toMatchObject({ error, more: 'idle' })
  await query.fetch(async () => 'data')
  expect(query.state.data).toBe('data')
})

test('data becomes stale with age, by the limit of each component, but never for one that needs none', () => {
  cache.setQueryData(['a'], 'data')
  const query = cache.query<string>(['a'])
  const isStale = (options: Partial<QueryOptions<string>>) =>
    query.isStale({ queryKey: ['a'], queryFn: async () => '', ...options })
  expect(isStale({})).toBe(true)
  vi.setSystemTime(1_000 + 999)
  expect(isStale({ staleTime: 1_000 })).toBe(false)
  vi.setSystemTime(1_000 + 1_000)
  expect(isStale({ staleTime: 1_000 })).toBe(true)
  expect(isStale({ staleTime: Infinity })).toBe(false)
  expect(isStale({ enabled: false })).toBe(false)
})

test('an invalidation reloads the keys that begin with its key, element by element', () => {
  const queries = {
    itself: observe(['shops']),
    longer: observe(['shops', 'list', 1]),
    otherWord: observe(['shops-old']),
    otherKey: observe(['points', 'shops']),
  }
  void cache.invalidateQueries({ queryKey: ['shops'] })
  expect(Object.entries(queries).flatMap(([name, { requests }]) => requests.map(() => name))).toEqual([
    'itself',
    'longer',
  ])
})

test('an exact invalidation reloads only its key, and one without a key everything', () => {
  const itself = observe(['shops'])
  const longer = observe(['shops', 'list'])
  void cache.invalidateQueries({ queryKey: ['shops'], exact: true })
  expect([itself.requests.length, longer.requests.length]).toEqual([1, 0])
  void cache.invalidateQueries()
  expect(longer.requests).toHaveLength(1)
})

test('an invalidation only marks as stale what no component needs at the moment', () => {
  const unused = observe(['unused'])
  const disabled = observe(['disabled'], { enabled: false })
  for (const key of ['unused', 'disabled']) cache.setQueryData([key], 'data')
  unused.leave()
  void cache.invalidateQueries()
  expect([unused.requests, disabled.requests]).toEqual([[], []])
  expect(unused.query.isInvalidated).toBe(true)
  expect(disabled.query.isInvalidated).toBe(true)
})

test('an invalidation resolves once everything is reloaded, even if some of it fails', async () => {
  const [a, b] = [observe(['list', 'a']), observe(['list', 'b'])]
  const done = cache.invalidateQueries({ queryKey: ['list'] })
  a.requests[0]?.reject(new Error('no connection'))
  expect(await isSettled(done)).toBe(false)
  b.requests[0]?.resolve('data')
  expect(await isSettled(done)).toBe(true)
  expect(a.query.state.error).toBeInstanceOf(Error)
})

test('an invalidation during a reload aborts and repeats it, and all callers wait for the newer data', async () => {
  cache.setQueryData(['a'], 'old')
  const { query, read, requests } = observe(['a'])
  const reload = query.fetch(read)
  const invalidation = cache.invalidateQueries({ queryKey: ['a'] })
  expect(requests).toHaveLength(2)
  expect(requests[0]?.signal.aborted).toBe(true)

  requests[0]?.resolve('before the change')
  expect(await isSettled(reload)).toBe(false)
  expect(query.state.data).toBe('old')

  requests[1]?.resolve('after the change')
  await Promise.all([reload, invalidation])
  expect(query.state.data).toBe('after the change')
})

test('an invalidation while the first data is loading waits for it', async () => {
  const { query, read, requests } = observe(['a'])
  void query.fetch(read)
  const done = cache.invalidateQueries({ queryKey: ['a'] })
  expect(requests).toHaveLength(1)
  expect(requests[0]?.signal.aborted).toBe(false)
  requests[0]?.resolve('data')
  await done
  expect(query.isInvalidated).toBe(false)
})

test('a request is aborted when the last component leaves, and its response is ignored', async () => {
  const first = observe(['a'])
  const second = observe(['a'])
  void first.query.fetch(first.read)
  first.leave()
  expect(first.requests[0]?.signal.aborted).toBe(false)
  second.leave()
  expect(first.requests[0]?.signal.aborted).toBe(true)
  first.requests[0]?.resolve('late')
  await settle()
  expect(cache.getQueryState(['a'])).toMatchObject({ data: undefined, more: 'idle' })
})

test('unused data is removed after five minutes, or after the longest time that a component asked for', async () => {
  observe(['default']).leave()
  observe(['short'], { gcTime: 0 }).leave()
  const both = [observe(['both'], { gcTime: 10 * minuteMs }), observe(['both'], { gcTime: 0 })]
  for (const { leave } of both) leave()
  for (const key of ['default', 'short', 'both']) cache.query<string>([key]).setData('data')
  const kept = () => ['default', 'short', 'both'].filter((key) => cache.getQueryData([key]) !== undefined)

  await vi.advanceTimersByTimeAsync(0)
  expect(kept()).toEqual(['default', 'both'])
  await vi.advanceTimersByTimeAsync(5 * minuteMs - 1)
  expect(kept()).toEqual(['default', 'both'])
  await vi.advanceTimersByTimeAsync(1)
  expect(kept()).toEqual(['both'])
  await vi.advanceTimersByTimeAsync(5 * minuteMs)
  expect(kept()).toEqual([])
})

test('data is kept while a component uses it, and again for the full time after that', async () => {
  cache.setQueryData(['a'], 'data')
  await vi.advanceTimersByTimeAsync(4 * minuteMs)
  const { leave } = observe(['a'])
  await vi.advanceTimersByTimeAsync(60 * minuteMs)
  leave()
  await vi.advanceTimersByTimeAsync(5 * minuteMs - 1)
  expect(cache.getQueryData(['a'])).toBe('data')
  await vi.advanceTimersByTimeAsync(1)
  expect(cache.getQueryData(['a'])).toBeUndefined()
})

test('data that was set but never used is removed after five minutes', async () => {
  cache.setQueryData(['a'], 'data')
  await vi.advanceTimersByTimeAsync(5 * minuteMs - 1)
  expect(cache.getQueryData(['a'])).toBe('data')
  await vi.advanceTimersByTimeAsync(1)
  expect(cache.getQueryData(['a'])).toBeUndefined()
})

test('an unused query is not removed while its request runs', async () => {
  const { query, read, requests, leave } = observe(['a'], { gcTime: 0 })
  leave()
  const done = query.fetch(read)
  await vi.advanceTimersByTimeAsync(minuteMs)
  requests[0]?.resolve('data')
  await done
  expect(cache.getQueryData(['a'])).toBe('data')
  await vi.advanceTimersByTimeAsync(0)
  expect(cache.getQueryData(['a'])).toBeUndefined()
})

test('further data is requested beside the present data, and its failure is distinguished from that of a reload', async () => {
  const { query, requests, read } = observe(['a'])
  cache.setQueryData(['a'], 'first page')
  const failing = cache.fetchMore(['a'], read)
  expect(query.state).toMatchObject({ data: 'first page', more: 'loading' })
  requests[0]?.reject(new Error('no connection'))
  expect((await failing).error).toBeInstanceOf(Error)
  expect(query.state).toMatchObject({ data: 'first page', more: 'failed' })

  void query.fetch(read)
  expect(query.state.more).toBe('idle')
  requests[1]?.reject(new Error('no connection'))
  await settle()
  expect(query.state).toMatchObject({ more: 'idle', error: new Error('no connection') })
})

test('a request for further data replaces a reload', () => {
  const { query, requests, read } = observe(['a'])
  cache.setQueryData(['a'], 'first page')
  void query.fetch(read)
  void cache.fetchMore(['a'], read)
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

test('an invalidation replaces a request for further data by a reload', async () => {
  const { query, requests, read } = observe(['a'])
  cache.setQueryData(['a'], 'first page')
  void cache.fetchMore(['a'], read)
  void cache.invalidateQueries()
  expect(requests[0]?.signal.aborted).toBe(true)
  expect(query.state.more).toBe('idle')
  expect(requests).toHaveLength(2)
})

test('a component is not told that known data is being reloaded', async () => {
  const { query, read, requests, onChange } = observe(['a'])
  cache.setQueryData(['a'], 'data')
  onChange.mockClear()
  const done = query.fetch(read)
  expect(onChange).not.toHaveBeenCalled()
  requests[0]?.resolve('data')
  await done
  expect(onChange).toHaveBeenCalledTimes(1)
})
