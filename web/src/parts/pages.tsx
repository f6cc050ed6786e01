import { useMemo, type ReactNode } from 'react'
import { Button } from '../kit/button/button.tsx'
import type { Send } from '../platform/api/client.ts'
import type { Sent } from '../platform/api/failure.ts'
import { useSend } from '../platform/app/app-context.tsx'
import type { CachedState, QueryKey, QueryOptions } from '../platform/server-data/query.ts'
import type { QueryResult } from '../platform/server-data/query-observer.ts'
import { useQuery, useQueryCache } from '../platform/server-data/use-query.tsx'
import { pageOf, type ListPage } from './call-failed.ts'
import { LoadFailure, Loaded, type QueryState } from './club-data/loaded.tsx'

type PagesOptions<Row> = Pick<QueryOptions, 'enabled' | 'refetchOnMount' | 'gcTime'> & {
  queryKey: QueryKey
  /** Reads one page; the first has no cursor. */
  read: (send: Send, page: { cursor: string | undefined; signal: AbortSignal }) => Promise<Sent<Row[]>>
  /** Polling interval in milliseconds, or a function of the rows loaded so far; false for never. */
  refetchInterval?: number | false | ((rows: readonly Row[]) => number | false)
}

type Pages<Row> = Omit<QueryResult<Row[]>, 'refetch'> &
  Paging & { refetch: () => Promise<{ error: unknown }> }

const nextCursorOf = (pages: readonly ListPage<unknown>[] = []): string | null =>
  pages.at(-1)?.next_cursor ?? null
const rowsOf = <Row,>(pages: readonly ListPage<Row>[]): Row[] => pages.flatMap(({ data }) => data)

/**
 * A list that the server pages by `next_cursor`, as the rows of all pages loaded so far. Changing the `queryKey` (the
 * filter) removes its rows until the new ones are loaded. `ShowMore` loads the next page; a reload loads all of them.
 */
export function usePages<Row>({
  queryKey,
  read,
  refetchInterval = false,
  ...options
}: PagesOptions<Row>): Pages<Row> {
  const send = useSend()
  const queries = useQueryCache()
  const loadedPages = () => queries.getQueryData<ListPage<Row>[]>(queryKey) ?? []
  const query = useQuery<ListPage<Row>[]>({
    queryKey,
    queryFn: async ({ signal }) => {
      const count = loadedPages().length
      const pages = [await pageOf(read(send, { cursor: undefined, signal }))]
      for (let cursor = nextCursorOf(pages); cursor && pages.length < count; cursor = nextCursorOf(pages))
        pages.push(await pageOf(read(send, { cursor, signal })))
      return pages
    },
    refetchInterval:
      typeof refetchInterval === 'function'
        ? (pages = []) => refetchInterval(rowsOf(pages))
        : refetchInterval,
    ...options,
  })
  const { data: pages } = query
  const fetchNextPage = () =>
    queries.fetchMore<ListPage<Row>[]>(queryKey, async ({ signal }) => {
      const loaded = loadedPages()
      const cursor = nextCursorOf(loaded)
      return cursor === null ? loaded : [...loaded, await pageOf(read(send, { cursor, signal }))]
    })
  return {
    ...query,
    data: useMemo(() => pages && rowsOf(pages), [pages]),
    hasNextPage: nextCursorOf(pages) !== null,
    fetchNextPage,
  }
}

/** The part of a `usePages` list that `ShowMore` needs. */
export type Paging = Pick<CachedState, 'error' | 'more'> & {
  hasNextPage: boolean
  fetchNextPage: () => Promise<{ error: unknown }>
}

/** Button that loads the next page, if there is one, and shows why loading failed. */
export function ShowMore({ list }: { list: Paging }) {
  if (list.more === 'failed') return <LoadFailure error={list.error} onRetry={() => list.fetchNextPage()} />
  if (!list.hasNextPage) return null
  return (
    <Button variant="outline" pending={list.more === 'loading'} onClick={() => void list.fetchNextPage()}>
      Mostrar mais
    </Button>
  )
}

type PagedListProps<Row> = {
  list: QueryState<readonly Row[]> & Paging
  /** What is loading, for screen readers: "Carregando suas notas". */
  loadingText: string
  /** Shown while the list is empty. */
  empty: ReactNode
  skeleton?: ReactNode
  /** Shown above and below the rows. */
  above?: ReactNode
  below?: ReactNode
  /** Utility and module classes of the list; by default a column of cards. */
  className?: string
  keyOf: (row: Row, index: number) => string
  children: (row: Row) => ReactNode
}

/** A list whose further pages load on demand. */
export function PagedList<Row>({
  list,
  loadingText,
  skeleton,
  className = 'stack',
  ...props
}: PagedListProps<Row>) {
  const { empty, above, below, keyOf, children } = props
  return (
    <Loaded query={list} loadingText={loadingText} skeleton={skeleton}>
      {(rows) =>
        rows.length === 0 ? (
          empty
        ) : (
          <>
            {above}
            <ul className={className}>
              {rows.map((row, index) => (
                <li key={keyOf(row, index)}>{children(row)}</li>
              ))}
            </ul>
            <ShowMore list={list} />
            {below}
          </>
        )
      }
    </Loaded>
  )
}
