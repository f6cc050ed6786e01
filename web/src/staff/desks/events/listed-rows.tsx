import type { ReactNode } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { LoadingRows, LoadProblem } from '../../parts/desk-page.tsx'

/** What a list tells of its loading, whether it comes whole or page by page. */
type Loading = {
  isPending: boolean
  isError: boolean
  error: unknown
  refetch: () => Promise<unknown>
  hasNextPage?: boolean
  isFetchingNextPage?: boolean
  fetchNextPage?: () => Promise<unknown>
}

type ListedRowsProps<Row> = {
  list: Loading
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  empty: ReactNode
}

/** A list of a session in whatever state its loading is. */
export function ListedRows<Row>({ list, label, columns, rows, keyOf, empty }: ListedRowsProps<Row>) {
  return (
    <>
      {list.isPending && <LoadingRows />}
      {list.isError && <LoadProblem error={list.error} onRetry={() => void list.refetch()} />}
      {rows && rows.length > 0 && <DataTable label={label} columns={columns} rows={rows} keyOf={keyOf} />}
      {rows?.length === 0 && <EmptyState drawing="search">{empty}</EmptyState>}
      {list.hasNextPage && list.fetchNextPage && (
        <Button look="outline" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage?.()}>
          Carregar mais
        </Button>
      )}
    </>
  )
}
