import type { ReactElement } from 'react'
import { EmptyState } from '../kit/feedback/empty-state.tsx'
import { Notice } from '../kit/feedback/notice.tsx'
import { Skeleton } from '../kit/feedback/skeleton.tsx'
import { DataTable, type DataTableProps } from '../kit/table/data-table.tsx'
import { explain } from '../platform/api/explain.ts'
import { failureOf } from './call-failed.ts'
import { LoadFailure, Loaded, type QueryState } from './club-data/loaded.tsx'
import { ShowMore, type Paging } from './pages.tsx'

type QueryTableProps<Row> = Omit<DataTableProps<Row>, 'rows'> & {
  /** The query that loads the rows: `useQuery` for a whole list, `usePages` for a paged one. */
  query: QueryState<readonly Row[]> & Partial<Paging>
  /** The rows to show; all loaded rows by default. */
  rows?: readonly Row[] | undefined
  /** Shown in place of an empty table: a sentence, or an `EmptyState` of its own. */
  empty: string | ReactElement
  /** For polled figures: the warning shown above them once polling has failed. */
  stale?: string
}

/** A table with every state of its query: loading, failed, empty, rows, further pages. */
export function QueryTable<Row>({ query, rows = query.data, empty, stale, ...table }: QueryTableProps<Row>) {
  return (
    <Loaded query={query} loadingText="Carregando" skeleton={<Skeleton shape="field" count={5} />}>
      {() => (
        <>
          {query.more !== 'failed' && <RefreshFailure query={query} stale={stale} />}
          {rows && rows.length > 0 ? (
            <DataTable rows={rows} {...table} />
          ) : typeof empty === 'string' ? (
            <EmptyState illustration="search">{empty}</EmptyState>
          ) : (
            empty
          )}
          {isPaged(query) && <ShowMore list={query} />}
        </>
      )}
    </Loaded>
  )
}

const isPaged = (query: QueryState<unknown> & Partial<Paging>): query is QueryState<unknown> & Paging =>
  query.fetchNextPage !== undefined

/** Notice that a refresh failed and older data stays on screen; with a retry button if the query is not polled. */
export function RefreshFailure({ query, stale }: { query: QueryState<unknown>; stale?: string | undefined }) {
  if (!query.error || query.data === undefined) return null
  if (stale === undefined) return <LoadFailure error={query.error} onRetry={query.refetch} />
  const reason = explain(failureOf(query.error), { place: 'endpoint' }).toast?.message ?? ''
  return <Notice tone="warn">{`${stale} ${reason}`}</Notice>
}
