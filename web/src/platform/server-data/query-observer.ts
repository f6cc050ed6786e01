import type { CachedState, Observer, Query, QueryOptions } from './query.ts'
import { hashOf, isPageVisible, type QueryCache } from './query-cache.ts'

/** A query as its component shows it. */
export type QueryResult<Data = unknown> = CachedState<Data> & {
  /** There is neither data nor an error. */
  isPending: boolean
  /** The first data is being requested. False while the component needs none. */
  isLoading: boolean
  /** There is data, and the last request did not fail. */
  isSuccess: boolean
  /** The last request failed; there may be earlier data. */
  isError: boolean
  /** Requests the data again, whether it is stale or not. Resolves with the data and the error; never rejects. */
  refetch: () => Promise<CachedState<Data>>
}

/** One query of one component: requests the data when it is due, and polls. */
class QueryObserver<Data> implements Observer<Data> {
  options: QueryOptions<Data>
  readonly #cache: QueryCache
  readonly #notify: () => void
  /** Null while the component is not mounted. */
  #query: Query<Data> | null = null
  #intervalMs: number | false = false
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(cache: QueryCache, options: QueryOptions<Data>, notify: () => void) {
    this.#cache = cache
    this.#notify = notify
    this.options = options
  }

  /**
   * Starts, or continues with other options. Data is requested when the component begins to need it.
   * @param isMounting whether it is the component that begins, rather than the query in a component
   */
  update(options: QueryOptions<Data>, isMounting: boolean): void {
    const wasActive = this.#isActive
    this.options = { ...this.#cache.defaults, ...options }
    const query = (this.#query ??= this.#cache.query<Data>(options.queryKey))
    query.addObserver(this)
    if (!wasActive && (isMounting ? query.isDueOnMount(this.options) : query.isStale(this.options)))
      void query.fetch(options.queryFn)
    if (this.#intervalMs !== this.#nextIntervalMs) this.#poll()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#intervalMs = false
    this.#query?.removeObserver(this)
    this.#query = null
  }

  readonly onChange = (): void => {
    // The interval begins with the response.
    this.#poll()
    this.#notify()
  }

  readonly refetch = async (): Promise<CachedState<Data>> => {
    const query = this.#cache.query<Data>(this.options.queryKey)
    await query.fetch(this.options.queryFn, { restart: true })
    return query.state
  }

  /** What the component shows. An earlier failure is not shown if the data is requested again after this render. */
  resultOf({ enabled }: QueryOptions<Data>, state: CachedState<Data>): QueryResult<Data> {
    const isAboutToLoad = state.data === undefined && enabled !== false && !this.#isActive
    const error = isAboutToLoad ? null : state.error
    const isError = error !== null
    const isPending = state.data === undefined && !isError
    return {
      ...state,
      error,
      isPending,
      isLoading: isPending && enabled !== false,
      isSuccess: !isPending && !isError,
      isError,
      refetch: this.refetch,
    }
  }

  get #isActive(): boolean {
    return this.#query !== null && this.options.enabled !== false
  }

  get #nextIntervalMs(): number | false {
    const { enabled, refetchInterval = false } = this.options
    if (enabled === false) return false
    return typeof refetchInterval === 'function' ? refetchInterval(this.#query?.state.data) : refetchInterval
  }

  #poll(): void {
    clearInterval(this.#timer)
    this.#intervalMs = this.#nextIntervalMs
    if (this.#intervalMs === false) return
    this.#timer = setInterval(() => {
      if (isPageVisible()) void this.#query?.fetch(this.options.queryFn)
    }, this.#intervalMs)
  }
}

/** The queries of one component, which may change with each render. */
export class QueryObservers<Data> {
  readonly #cache: QueryCache
  readonly #observers = new Map<string, QueryObserver<Data>>()
  #isMounted = false
  #states: readonly CachedState<Data>[] = []
  #notify = () => {}

  constructor(cache: QueryCache) {
    this.#cache = cache
  }

  /** Reports changes of the queries. @returns a function that ends this */
  readonly subscribe = (notify: () => void): (() => void) => {
    this.#notify = notify
    return () => (this.#notify = () => {})
  }

  /** The states of the queries: the same array until one of them changes. */
  statesOf(queries: Queries<Data>): readonly CachedState<Data>[] {
    const states = queries.map(({ queryKey }) => this.#cache.getQueryState<Data>(queryKey))
    const isSame =
      states.length === this.#states.length && states.every((state, index) => state === this.#states[index])
    return isSame ? this.#states : (this.#states = states)
  }

  /** What the component shows of a query. */
  resultOf(options: QueryOptions<Data>, state: CachedState<Data>): QueryResult<Data> {
    return this.#observerOf(options).resultOf(options, state)
  }

  /** Called after each render of the component. */
  update(queries: Queries<Data>): void {
    for (const options of queries) this.#observerOf(options).update(options, !this.#isMounted)
    this.#isMounted = true
    const hashes = new Set(queries.map(({ queryKey }) => hashOf(queryKey)))
    for (const [hash, observer] of this.#observers) {
      if (hashes.has(hash)) continue
      observer.stop()
      this.#observers.delete(hash)
    }
  }

  /** Called when the component unmounts. */
  stop(): void {
    this.#isMounted = false
    for (const observer of this.#observers.values()) observer.stop()
  }

  #observerOf(options: QueryOptions<Data>): QueryObserver<Data> {
    const hash = hashOf(options.queryKey)
    const observer =
      this.#observers.get(hash) ?? new QueryObserver(this.#cache, options, () => this.#notify())
    this.#observers.set(hash, observer)
    return observer
  }
}

type Queries<Data> = readonly QueryOptions<Data>[]
