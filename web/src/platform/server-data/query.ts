import { shareEqual } from './share-equal.ts'

/** Names a query: fixed words and parameters, from the general to the specific. Keys are compared by value. */
export type QueryKey = readonly unknown[]

export type CachedState<Data = unknown> = {
  readonly data: Data | undefined
  /** When the data was loaded or set, as Unix time in milliseconds; 0 without data. */
  readonly dataUpdatedAt: number
  /** Why the last request failed, null if it did not. Earlier data is kept. */
  readonly error: unknown
  /** The request for further data beside the present, such as the next page of a list. */
  readonly more: 'idle' | 'loading' | 'failed'
}

export const emptyState: CachedState<never> = {
  data: undefined,
  dataUpdatedAt: 0,
  error: null,
  more: 'idle',
}

/** Requests the data. The signal is aborted when the response is no longer needed. */
export type ReadData<Data> = (context: { signal: AbortSignal }) => Promise<Data>

/** How a component uses a query. The cache has the defaults of what a component leaves out. */
export type QueryOptions<Data = unknown> = {
  queryKey: QueryKey
  queryFn: ReadData<Data>
  /** False while the component needs no data: it shows what is cached, but requests nothing. */
  enabled?: boolean
  /** How long data counts as fresh, in milliseconds. */
  staleTime?: number
  /** How long data is kept after the last component stopped using it, in milliseconds; five minutes by default. */
  gcTime?: number
  /** Polling interval while the page is visible, in milliseconds, which may depend on the data; false for never. */
  refetchInterval?: number | false | ((data: Data | undefined) => number | false)
  /** Whether data is reloaded when the component mounts: if it is stale by default. */
  refetchOnMount?: 'always' | ((stored: StoredData) => 'always' | false)
  /** Reloads stale data when the page becomes visible. */
  refetchOnWindowFocus?: boolean
  /** Reloads stale data, and what failed, once the browser is online again. */
  refetchOnReconnect?: boolean
}

/** What the cache knows about the data that it has. */
export type StoredData = { readonly state: CachedState; readonly isInvalidated: boolean }

/** A component that uses a query. */
export type Observer<Data> = { readonly options: QueryOptions<Data>; readonly onChange: () => void }

const defaultGcMs = 5 * 60_000

/** The data of one key, the request for it, and the components that use it. */
export class Query<Data = unknown> {
  state: CachedState<Data> = emptyState
  /** True after an invalidation or a failure: the data counts as stale regardless of its age. */
  isInvalidated = false
  readonly #onUnused: () => void
  readonly #observers = new Set<Observer<Data>>()
  #request: { readonly controller: AbortController; done: Promise<void> } | null = null
  #gcMs = 0
  #gcTimer: ReturnType<typeof setTimeout> | undefined

  /** @param onUnused called once no component has used the query for as long as its data is kept */
  constructor(onUnused: () => void) {
    this.#onUnused = onUnused
  }

  /** Whether a component that needs the data should request it. */
  isStale({ enabled, staleTime = 0 }: QueryOptions<Data>): boolean {
    if (enabled === false) return false
    const { data, dataUpdatedAt } = this.state
    return data === undefined || this.isInvalidated || dataUpdatedAt + staleTime <= Date.now()
  }

  /** Whether a component requests the data when it mounts. */
  isDueOnMount(options: QueryOptions<Data>): boolean {
    const { enabled, refetchOnMount } = options
    if (enabled === false || this.state.data === undefined || refetchOnMount === undefined)
      return this.isStale(options)
    return (typeof refetchOnMount === 'function' ? refetchOnMount(this) : refetchOnMount) === 'always'
  }

  /**
   * Requests the data, or joins the running request: there is only one at a time. With `restart`, a request that
   * reloads data is aborted and replaced instead, because its response may be older than the change that it must show.
   * Never rejects: the state has the error. Resolves once no request runs that the caller waits for.
   */
  fetch(read: ReadData<Data>, { restart = false, isMore = false } = {}): Promise<void> {
    const { data, error, more } = this.state
    if (this.#request) {
      if (!restart || data === undefined) return this.#request.done
      this.#request.controller.abort()
    }
    const request = { controller: new AbortController(), done: Promise.resolve() }
    this.#request = request
    const start = { more: isMore ? 'loading' : 'idle', error: data === undefined ? null : error } as const
    // Most requests change nothing that is on screen.
    if (start.more !== more || start.error !== error) this.#change(start)
    request.done = this.#run(read, request, isMore)
    return request.done
  }

  async #run(
    read: ReadData<Data>,
    request: { readonly controller: AbortController },
    isMore: boolean,
  ): Promise<void> {
    let complete: () => void
    try {
      const data = await read({ signal: request.controller.signal })
      complete = () => this.setData(data)
    } catch (error) {
      complete = () => {
        this.isInvalidated = true
        this.#change({ error, more: isMore ? 'failed' : 'idle' })
      }
    }
    // Aborted. Its callers wait for the request that replaced it.
    if (this.#request !== request) return this.#request?.done
    this.#request = null
    complete()
    this.#scheduleRemoval()
  }

  /** Reloads the data if a component needs it; a reload that runs already is replaced. */
  async reload(): Promise<void> {
    const options = this.#findOptions(({ enabled }) => enabled !== false)
    if (options) await this.fetch(options.queryFn, { restart: true })
  }

  /** Reloads the data if a component needs it, and wants stale data to be reloaded after the event. */
  reloadStale(event: 'refetchOnWindowFocus' | 'refetchOnReconnect'): void {
    const options = this.#findOptions((each) => each[event] === true && this.isStale(each))
    if (options) void this.fetch(options.queryFn)
  }

  #findOptions(matches: (options: QueryOptions<Data>) => boolean): QueryOptions<Data> | undefined {
    return [...this.#observers].find(({ options }) => matches(options))?.options
  }

  /** Sets the data, as of now. A running request may replace it. */
  setData(data: Data): void {
    this.isInvalidated = false
    this.#change({
      data: shareEqual(this.state.data, data),
      dataUpdatedAt: Date.now(),
      error: null,
      more: 'idle',
    })
  }

  #change(change: Partial<CachedState<Data>>): void {
    this.state = { ...this.state, ...change }
    for (const { onChange } of this.#observers) onChange()
  }

  addObserver(observer: Observer<Data>): void {
    this.#observers.add(observer)
    this.keep(observer.options.gcTime)
  }

  /** Aborts the request when the last component stops using it. */
  removeObserver(observer: Observer<Data>): void {
    this.#observers.delete(observer)
    if (this.#observers.size > 0) return
    if (this.#request) {
      this.#request.controller.abort()
      this.#request = null
      this.state = { ...this.state, more: 'idle' }
    }
    this.#scheduleRemoval()
  }

  /** Keeps unused data at least that long, in milliseconds. */
  keep(gcTime = defaultGcMs): void {
    this.#gcMs = Math.max(this.#gcMs, gcTime)
    this.#scheduleRemoval()
  }

  #scheduleRemoval(): void {
    clearTimeout(this.#gcTimer)
    if (this.#observers.size > 0) return
    this.#gcTimer = setTimeout(() => {
      if (!this.#request) this.#onUnused()
    }, this.#gcMs)
  }
}
