import { act, render } from '@testing-library/react'
import { StrictMode, useEffect, type ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { advanceTime } from '../../testing/jsdom.ts'
import { usePreviousData } from './previous-data.ts'
import type { QueryOptions } from './query.ts'
import { QueryCache } from './query-cache.ts'
import type { QueryResult } from './query-observer.ts'
import { QueryCacheProvider, useQueries, useQuery, useQueryCache } from './use-query.tsx'

const freshMs = 30_000
const minuteMs = 60_000

type Response = PromiseWithResolvers<unknown> & { key: string; signal: AbortSignal }

/** The requests of the test, in order; the test gives their responses. */
let requests: Response[]
let cache: QueryCache
const newCache = (defaults: Partial<QueryCache['defaults']> = {}) =>
  new QueryCache({
    staleTime: freshMs,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
    ...defaults,
  })

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  cache = newCache()
})

type Options = Partial<QueryOptions> & { name?: string }

/** The options of a query with a key of one word, whose requests are listed in `requests`. */
const optionsOf = ({ name = 'a', ...options }: Options): QueryOptions => ({
  queryKey: [name],
  queryFn: ({ signal }) => {
    const response = { ...Promise.withResolvers<unknown>(), key: name, signal }
    requests.push(response)
    signal.addEventListener('abort', () => response.reject(signal.reason))
    return response.promise
  },
  ...options,
})

/** What the last render of each component showed, and how often it rendered, by the id of the component. */
const shown: Record<string, QueryResult> = {}
const renders: Record<string, number> = {}
const record = (id: string, result: QueryResult) => {
  shown[id] = result
  renders[id] = (renders[id] ?? 0) + 1
}

function Reader({ id = 'reader', ...options }: Options & { id?: string }) {
  record(id, useQuery(optionsOf(options)))
  return null
}

const inCache = (children: ReactNode, from = cache) => (
  <QueryCacheProvider cache={from}>{children}</QueryCacheProvider>
)
const open = (children: ReactNode) => {
  for (const id of Object.keys(shown)) {
    delete shown[id]
    delete renders[id]
  }
  const view = render(inCache(children))
  return { ...view, show: (next: ReactNode, from = cache) => view.rerender(inCache(next, from)) }
}
const respond = (index: number, data: unknown) => act(async () => requests[index]?.resolve(data))
const fail = (index: number, error = new Error('no connection')) =>
  act(async () => requests[index]?.reject(error))
const requested = () => requests.map(({ key }) => key)
const dispatch = (type: string) => act(async () => void window.dispatchEvent(new Event(type)))
const setVisibility = (state: DocumentVisibilityState) =>
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)

test('a component shows that it is loading from its first render, then the data', async () => {
  const states: QueryResult[] = []
  function States() {
    states.push(useQuery(optionsOf({})))
    return null
  }
  open(<States />)
  expect(states[0]).toMatchObject({ data: undefined, isPending: true, isLoading: true, isSuccess: false })
  await respond(0, 'data')
  expect(states).toHaveLength(2)
  expect(states[1]).toMatchObject({
    data: 'data',
    dataUpdatedAt: Date.now(),
    isPending: false,
    isLoading: false,
    isSuccess: true,
    isError: false,
  })
})

test('components with the same key share one request and its data, and each renders once for the response', async () => {
  open([<Reader key="1" id="first" />, <Reader key="2" id="second" />])
  expect(requested()).toEqual(['a'])
  const before = { ...renders }
  await respond(0, 'data')
  expect([shown['first']?.data, shown['second']?.data]).toEqual(['data', 'data'])
  expect(renders).toEqual({ first: before['first']! + 1, second: before['second']! + 1 })
})

test('a failure is shown in place of data, and loading again shows that it is loading', async () => {
  open(<Reader />)
  const error = new Error('no connection')
  await fail(0, error)
  expect(shown['reader']).toMatchObject({ error, isError: true, isPending: false, isLoading: false })

  await act(async () => void shown['reader']?.refetch())
  expect(shown['reader']).toMatchObject({ error: null, isError: false, isPending: true, isLoading: true })
  await respond(1, 'data')
  expect(shown['reader']).toMatchObject({ data: 'data', isSuccess: true })
})

test('refetch resolves with the data, or with earlier data and the error', async () => {
  open(<Reader />)
  await respond(0, 'old')
  const results: unknown[] = []
  const refetch = () =>
    act(async () => void shown['reader']?.refetch().then(({ data, error }) => results.push({ data, error })))
  await refetch()
  await respond(1, 'new')
  await refetch()
  await refetch()
  expect(requests[2]?.signal.aborted).toBe(true)
  const error = new Error('no connection')
  await fail(3, error)
  expect(results).toEqual([
    { data: 'new', error: null },
    { data: 'new', error },
    { data: 'new', error },
  ])
  expect(shown['reader']).toMatchObject({ data: 'new', error, isError: true, isSuccess: false })
})

test('refetch keeps its identity from render to render', async () => {
  const { show } = open(<Reader />)
  const first = shown['reader']?.refetch
  await respond(0, 'data')
  show(<Reader staleTime={1} />)
  expect(shown['reader']?.refetch).toBe(first)
})

test('a component that mounts shows cached data at once, and reloads it only if it is stale', async () => {
  const { show } = open(<Reader />)
  await respond(0, 'data')
  show(null)
  await advanceTime(freshMs - 1)
  show(<Reader id="again" />)
  expect(shown['again']?.data).toBe('data')
  expect(requests).toHaveLength(1)

  show(null)
  await advanceTime(1)
  show(<Reader id="later" />)
  expect(shown['later']).toMatchObject({ data: 'data', isPending: false })
  expect(requests).toHaveLength(2)
})

test('a component that wants it reloads fresh data when it mounts, but not when it is rendered again', async () => {
  const { show } = open([<Reader key="1" />])
  await respond(0, 'data')
  show([<Reader key="1" />, <Reader key="2" id="new" refetchOnMount="always" />])
  expect(requests).toHaveLength(2)
  await respond(1, 'data')
  show([<Reader key="1" />, <Reader key="2" id="new" refetchOnMount="always" staleTime={freshMs + 1} />])
  expect(requests).toHaveLength(2)
})

test('a component can decide by the stored data whether to reload it when it mounts', async () => {
  const { show } = open([<Reader key="1" />])
  await respond(0, 'data')
  const loadedAt = Date.now()
  const decide = vi.fn<Exclude<QueryOptions['refetchOnMount'], string | undefined>>().mockReturnValue(false)
  await advanceTime(freshMs)
  show([<Reader key="1" />, <Reader key="2" id="not now" refetchOnMount={decide} />])
  expect(decide).toHaveBeenCalledTimes(1)
  expect(decide.mock.lastCall?.[0]).toMatchObject({
    isInvalidated: false,
    state: { data: 'data', dataUpdatedAt: loadedAt },
  })
  expect(requests).toHaveLength(1)
  decide.mockReturnValue('always')
  show([<Reader key="1" />, <Reader key="3" id="now" refetchOnMount={decide} />])
  expect(requests).toHaveLength(2)
})

test('a component loads data that there is none of, regardless of what it reloads when it mounts', () => {
  open(<Reader refetchOnMount={() => false} />)
  expect(requests).toHaveLength(1)
})

test('a component that mounts after a failure shows that it is loading, not the earlier failure', async () => {
  const { show } = open(<Reader />)
  await fail(0)
  show(null)
  const states: QueryResult[] = []
  function States() {
    states.push(useQuery(optionsOf({})))
    return null
  }
  show(<States />)
  expect(states.every(({ isLoading, error }) => isLoading && error === null)).toBe(true)
  expect(requests).toHaveLength(2)
})

test('a component that needs no data requests nothing, but shows cached data', async () => {
  const { show } = open(<Reader enabled={false} />)
  expect(shown['reader']).toMatchObject({ isPending: true, isLoading: false })
  expect(requests).toEqual([])
  act(() => cache.setQueryData(['a'], 'set'))
  expect(shown['reader']?.data).toBe('set')
  await act(async () => void cache.invalidateQueries())
  await advanceTime(freshMs)
  await dispatch('visibilitychange')
  show([<Reader key="mounting" enabled={false} refetchOnMount="always" />])
  expect(requests).toEqual([])
})

test('a component that begins to need data requests it unless it is fresh', async () => {
  const { show } = open(<Reader enabled={false} />)
  show(<Reader enabled />)
  expect(shown['reader']?.isLoading).toBe(true)
  await respond(0, 'data')

  show(<Reader enabled={false} refetchOnMount="always" />)
  show(<Reader enabled refetchOnMount="always" />)
  expect(requests).toHaveLength(1)
  show(<Reader enabled={false} />)
  await advanceTime(freshMs)
  show(<Reader enabled />)
  expect(requests).toHaveLength(2)
})

test('another key shows its own data, and aborts the request that no component waits for any more', async () => {
  const { show } = open(<Reader name="a" />)
  show(<Reader name="b" />)
  expect(shown['reader']).toMatchObject({ data: undefined, isLoading: true })
  expect(requested()).toEqual(['a', 'b'])
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await respond(0, 'late')
  await respond(1, 'data of b')
  expect(shown['reader']?.data).toBe('data of b')

  show(<Reader name="a" />)
  expect(shown['reader']?.data).toBeUndefined()
  expect(requested()).toEqual(['a', 'b', 'a'])
})

test('a request is aborted when its last component unmounts', async () => {
  const { show } = open([<Reader key="1" />, <Reader key="2" />])
  show([<Reader key="1" />])
  expect(requests[0]?.signal.aborted).toBe(false)
  show(null)
  expect(requests[0]?.signal.aborted).toBe(true)
})

test('data set in an effect during the first render is shown', () => {
  function Writer() {
    const queries = useQueryCache()
    useEffect(() => queries.setQueryData(['a'], 'set'), [queries])
    return null
  }
  open([<Reader key="1" enabled={false} />, <Writer key="2" />])
  expect(shown['reader']?.data).toBe('set')
})

test('polling begins with the last response', async () => {
  open(<Reader refetchInterval={1_000} />)
  await advanceTime(900)
  await respond(0, 'data')
  await advanceTime(999)
  expect(requests).toHaveLength(1)
  await advanceTime(1)
  expect(requests).toHaveLength(2)
  await fail(1)
  await advanceTime(999)
  expect(requests).toHaveLength(2)
  await advanceTime(1)
  expect(requests).toHaveLength(3)
})

test('polling does not repeat a request that is running', async () => {
  open(<Reader refetchInterval={1_000} />)
  await advanceTime(5_000)
  expect(requests).toHaveLength(1)
})

test('the polling interval may depend on the data, and change from render to render', async () => {
  const interval = (data: unknown) => (data === 'processing' ? 1_000 : false)
  const { show } = open(<Reader refetchInterval={interval} />)
  await respond(0, 'processing')
  await advanceTime(1_000)
  await respond(1, 'done')
  await advanceTime(10_000)
  expect(requests).toHaveLength(2)
  show(<Reader refetchInterval={2_000} />)
  await advanceTime(2_000)
  expect(requests).toHaveLength(3)
})

test('nothing is polled while the page is hidden, the component is disabled, or after it has unmounted', async () => {
  const { show } = open(<Reader refetchInterval={1_000} />)
  await respond(0, 'data')
  const visibility = setVisibility('hidden')
  await advanceTime(5_000)
  expect(requests).toHaveLength(1)
  visibility.mockReturnValue('visible')
  await advanceTime(1_000)
  await respond(1, 'data')

  show(<Reader refetchInterval={1_000} enabled={false} />)
  await advanceTime(5_000)
  show(<Reader refetchInterval={1_000} staleTime={minuteMs} />)
  show(null)
  await advanceTime(5_000)
  expect(requests).toHaveLength(2)
  await advanceTime(5 * minuteMs)
  expect(vi.getTimerCount()).toBe(0)
})

test('components that React mounts twice, as in development, load and poll as usual', async () => {
  for (const name of ['a', 'b']) cache.setQueryData([name], 'data')
  const readers = [
    <Reader key="1" name="a" refetchOnMount="always" refetchInterval={1_000} />,
    <Reader key="2" name="b" refetchInterval={1_000} />,
  ]
  render(<StrictMode>{inCache(readers)}</StrictMode>)
  expect(requested()).toEqual(['a', 'a'])
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await respond(1, 'newer')
  expect(cache.getQueryData(['a'])).toBe('newer')
  await advanceTime(1_000)
  expect(requested().slice(2)).toEqual(['b', 'a'])
})

test('stale data is reloaded when the page becomes visible, if the component or else the cache wants that', async () => {
  cache = newCache({ refetchOnWindowFocus: false })
  open([
    <Reader key="1" name="default" />,
    <Reader key="2" name="wanted" refetchOnWindowFocus />,
    <Reader key="3" name="fresh" refetchOnWindowFocus staleTime={Infinity} />,
  ])
  for (const index of requests.keys()) await respond(index, 'data')
  await advanceTime(freshMs)
  const visibility = setVisibility('hidden')
  await dispatch('visibilitychange')
  expect(requests).toHaveLength(3)
  visibility.mockReturnValue('visible')
  await dispatch('visibilitychange')
  expect(requested().slice(3)).toEqual(['wanted'])
})

test('what failed or is stale is reloaded once the browser is online again, if the cache wants that', async () => {
  const { show } = open([<Reader key="1" name="failed" />, <Reader key="2" name="fresh" />])
  await fail(0)
  await respond(1, 'data')
  await dispatch('online')
  expect(requested().slice(2)).toEqual(['failed'])
  await respond(2, 'data')
  await advanceTime(freshMs)
  await dispatch('online')
  expect(requested().slice(3)).toEqual(['failed', 'fresh'])

  cache = newCache({ refetchOnReconnect: false })
  show([<Reader key="1" name="failed" />])
  await fail(5)
  await dispatch('online')
  expect(requests).toHaveLength(6)
})

test('no event reloads data once the provider has unmounted', async () => {
  const { unmount } = open(<Reader />)
  await fail(0)
  unmount()
  cache.query(['a']).addObserver({ options: { ...cache.defaults, ...optionsOf({}) }, onChange: () => {} })
  await dispatch('online')
  await dispatch('visibilitychange')
  expect(requests).toHaveLength(1)
})

test('a reload that brings equal data keeps its identity, so that effects do not run again', async () => {
  const effect = vi.fn<() => void>()
  function Effect() {
    const { data } = useQuery(optionsOf({ refetchInterval: 1_000 }))
    useEffect(effect, [data])
    return null
  }
  open(<Effect />)
  await respond(0, [{ id: 1 }])
  effect.mockClear()
  await advanceTime(1_000)
  await respond(1, [{ id: 1 }])
  expect(effect).not.toHaveBeenCalled()
})

test('reloading several queries renders nothing until the responses arrive', async () => {
  function Several() {
    for (const result of useQueries(['a', 'b'].map((name) => optionsOf({ name })))) record('several', result)
    return null
  }
  open(<Several />)
  await respond(0, 'data of a')
  await respond(1, 'data of b')
  const before = renders['several']!
  await act(async () => void cache.invalidateQueries())
  expect(requested().slice(2)).toEqual(['a', 'b'])
  expect(renders['several']).toBe(before)
})

test('a list of queries may change: the requests of those that stay go on, and those of the others are aborted', async () => {
  const results: QueryResult[][] = []
  function List({ names }: { names: readonly string[] }) {
    results.push(useQueries(names.map((name) => optionsOf({ name }))))
    return null
  }
  const { show } = open(<List names={['a', 'b']} />)
  show(<List names={['c', 'a']} />)
  expect(requested()).toEqual(['a', 'b', 'c'])
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([false, true, false])
  await respond(0, 'data of a')
  await respond(2, 'data of c')
  expect(results.at(-1)?.map(({ data }) => data)).toEqual(['data of c', 'data of a'])
  show(<List names={[]} />)
  expect(results.at(-1)).toEqual([])
})

test('a component reads from another cache as soon as it is provided', async () => {
  const { show } = open(<Reader />)
  await respond(0, 'data of Ana')
  const next = newCache()
  show(<Reader />, next)
  expect(shown['reader']).toMatchObject({ data: undefined, isLoading: true })
  await respond(1, 'data of Bia')
  expect(shown['reader']?.data).toBe('data of Bia')
  act(() => cache.setQueryData(['a'], 'late data of Ana'))
  expect(shown['reader']?.data).toBe('data of Bia')
  await advanceTime(freshMs)
  await dispatch('online')
  expect(requests).toHaveLength(3)
})

test('the previous data stays, marked as such, until that of another key arrives or fails', async () => {
  const states: ReturnType<typeof usePreviousData>[] = []
  const last = () => states.at(-1)
  function Filtered(options: Options) {
    states.push(usePreviousData(useQuery(optionsOf(options))))
    return null
  }
  const { show } = open(<Filtered name="a" />)
  expect(last()).toMatchObject({ data: undefined, isPending: true, isPlaceholderData: false })
  await respond(0, 'data of a')
  expect(last()).toMatchObject({ data: 'data of a', isPlaceholderData: false })
  show(<Filtered name="b" />)
  expect(last()).toMatchObject({
    data: 'data of a',
    isPending: false,
    isSuccess: true,
    isPlaceholderData: true,
  })
  await respond(1, 'data of b')
  expect(last()).toMatchObject({ data: 'data of b', isPlaceholderData: false })

  show(<Filtered name="nothing" enabled={false} />)
  expect(last()).toMatchObject({ data: 'data of b', isPlaceholderData: true })
  show(<Filtered name="c" />)
  await fail(2)
  expect(last()).toMatchObject({ data: undefined, isError: true, isPlaceholderData: false })
})
