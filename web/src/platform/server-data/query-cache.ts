import {
  emptyState,
  Query,
  type CachedState,
  type QueryKey,
  type QueryOptions,
  type ReadData,
} from './query.ts'

/** What applies to the queries that do not specify it. */
type CacheDefaults = Required<Pick<QueryOptions, 'staleTime' | 'refetchOnWindowFocus' | 'refetchOnReconnect'>>

/** A key as a string, independent of the order in which objects have their fields. */
export const hashOf = (queryKey: QueryKey): string =>
  JSON.stringify(queryKey, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** Data read from the server, by key, for as long as a screen shows it and some minutes longer. */
export class QueryCache {
  readonly defaults: CacheDefaults
  readonly #queries = new Map<string, Query>()

  constructor(defaults: CacheDefaults) {
    this.defaults = defaults
  }

  /** The query of a key, added if there is none. The code that uses a key knows the type of its data. */
  query<Data>(queryKey: QueryKey): Query<Data> {
    const hash = hashOf(queryKey)
    const query = this.#queries.get(hash) ?? new Query(() => this.#queries.delete(hash))
    this.#queries.set(hash, query)
    return query as Query<Data>
  }

  /** The state of a query; one without data if there is no query. */
  getQueryState<Data>(queryKey: QueryKey): CachedState<Data> {
    return (this.#queries.get(hashOf(queryKey))?.state ?? emptyState) as CachedState<Data>
  }

  getQueryData<Data>(queryKey: QueryKey): Data | undefined {
    return this.getQueryState<Data>(queryKey).data
  }

  /** Replaces the data by a newer value, or by what a function makes of it; undefined changes nothing. */
  setQueryData<Data>(
    queryKey: QueryKey,
    update: Data | ((data: Data | undefined) => Data | undefined),
  ): void {
    const data =
      typeof update === 'function'
        ? (update as (data: Data | undefined) => Data | undefined)(this.getQueryData(queryKey))
        : update
    if (data === undefined) return
    const query = this.query<Data>(queryKey)
    query.setData(data)
    query.keep()
  }

  /** Requests further data beside that of a query. @returns the state afterwards */
  async fetchMore<Data>(queryKey: QueryKey, read: ReadData<Data>): Promise<CachedState<Data>> {
    const query = this.query<Data>(queryKey)
    await query.fetch(read, { restart: true, isMore: true })
    return query.state
  }

  /**
   * Marks data as stale: that of every key that begins with `queryKey`, with `exact` only that of the key itself, and
   * without a key all data. What components need is reloaded. Resolves once that is done, also if it failed.
   */
  async invalidateQueries({ queryKey, exact = false }: { queryKey?: QueryKey; exact?: boolean } = {}) {
    const hash = queryKey && hashOf(queryKey)
    const matches = (each: string) =>
      hash === undefined || each === hash || (!exact && each.startsWith(`${hash.slice(0, -1)},`))
    const found = [...this.#queries].flatMap(([each, query]) => (matches(each) ? [query] : []))
    for (const query of found) query.isInvalidated = true
    await Promise.all(found.map((query) => query.reload()))
  }

  /** Reloads stale data when the page becomes visible or the browser is online again. @returns a function that stops this */
  listen(): () => void {
    const onVisible = () => isPageVisible() && this.#reloadStale('refetchOnWindowFocus')
    const onOnline = () => this.#reloadStale('refetchOnReconnect')
    window.addEventListener('visibilitychange', onVisible)
    window.addEventListener('online', onOnline)
    return () => {
      window.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('online', onOnline)
    }
  }

  #reloadStale(event: 'refetchOnWindowFocus' | 'refetchOnReconnect'): void {
    for (const query of this.#queries.values()) query.reloadStale(event)
  }
}

export const isPageVisible = (): boolean => document.visibilityState !== 'hidden'
