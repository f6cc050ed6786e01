import { useInfiniteQuery, type QueryKey, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../kit/button/button.tsx'
import type { Send } from '../platform/api/client.ts'
import type { Sent } from '../platform/api/failure.ts'
import { useSend } from '../platform/app/app-context.tsx'
import { pageOf } from './call-failed.ts'
import { LoadFailure, Loaded, type QueryState } from './club-data/loaded.tsx'
import type { useReloadOnVisit } from './page-visit.ts'

type PagesOptions<Row> = {
  queryKey: QueryKey
  /** False until the filter is known; true by default. */
  enabled?: boolean
  /** Reads one page; the first has no cursor. */
  read: (send: Send, page: { cursor: string | undefined; signal: AbortSignal }) => Promise<Sent<Row[]>>
  /** Polling interval in milliseconds, or a function of the rows loaded so far; false for never. */
  refetchInterval?: number | false | ((rows: readonly Row[]) => number | false)
  refetchOnMount?: 'always' | ReturnType<typeof useReloadOnVisit>
  /** How long unused pages stay in the cache, in milliseconds. */
  gcTime?: number
}

/**
 * A list that the server pages by `next_cursor`, as the rows of all pages loaded so far. Changing the `queryKey` (the
 * filter) removes its rows until the new ones are loaded. `ShowMore` loads the next page.
 */
export function usePages<Row>({
  queryKey,
  read,
  refetchInterval = false,
  ...options
}: PagesOptions<Row>): UseInfiniteQueryResult<Row[]> {
  const send = useSend()
  const intervalFor = (rows: readonly Row[]) =>
    typeof refetchInterval === 'function' ? refetchInterval(rows) : refetchInterval
  return useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => pageOf(read(send, { cursor, signal })),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) => intervalFor(state.data?.pages.flatMap(({ data }) => data) ?? []),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    ...options,
  })
}

/** The part of a `usePages` list that `ShowMore` needs. */
export type Paging = {
  error: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<{ error: unknown }>
}

/** Button that loads the next page, if there is one, and shows why loading failed. */
export function ShowMore({ list }: { list: Paging }) {
  if (list.isFetchNextPageError)
    return <LoadFailure error={list.error} onRetry={() => list.fetchNextPage()} />
  if (!list.hasNextPage) return null
  return (
    <Button variant="outline" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
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
