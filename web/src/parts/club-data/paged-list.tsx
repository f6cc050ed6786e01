import type { ReactNode } from 'react'
import { Button } from '../../kit/button/button.tsx'
import { Loaded } from './loaded.tsx'
import css from './paged-list.module.css'

/** What comes page after page. */
type Pages<Row> = {
  data: readonly Row[] | undefined
  error: unknown
  refetch: () => Promise<unknown>
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

type PagedListProps<Row> = {
  list: Pages<Row>
  /** What loads, for the ear: "Carregando suas notas". */
  saying: string
  /** What stands there while there is nothing. */
  empty: ReactNode
  /** What stands over the rows. */
  above?: ReactNode
  keyOf: (row: Row) => string
  children: (row: Row) => ReactNode
}

/** Cards one below the other, the next page on demand. */
export function PagedList<Row>({ list, saying, empty, above, keyOf, children }: PagedListProps<Row>) {
  return (
    <Loaded query={list} saying={saying}>
      {(rows) =>
        rows.length === 0 ? (
          empty
        ) : (
          <>
            {above}
            <ul className={css.list}>
              {rows.map((row) => (
                <li key={keyOf(row)}>{children(row)}</li>
              ))}
            </ul>
            <More list={list} />
          </>
        )
      }
    </Loaded>
  )
}

/** Brings the next page, where there is one. */
export function More({ list }: { list: Omit<Pages<unknown>, 'data' | 'error' | 'refetch'> }) {
  if (!list.hasNextPage) return null
  return (
    <Button look="outline" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      Ver mais
    </Button>
  )
}
