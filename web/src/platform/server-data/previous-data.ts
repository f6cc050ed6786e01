import { useState } from 'react'
import type { QueryResult } from './query-observer.ts'

/** A query that shows the data of the previous key, marked by `isPlaceholderData`, until its own arrives. */
export function usePreviousData<Data>(
  query: QueryResult<Data>,
): QueryResult<Data> & { isPlaceholderData: boolean } {
  const [previous, setPrevious] = useState(query.data)
  if (query.data !== undefined && query.data !== previous) setPrevious(query.data)
  if (!query.isPending || previous === undefined) return { ...query, isPlaceholderData: false }
  return {
    ...query,
    data: previous,
    isPending: false,
    isLoading: false,
    isSuccess: true,
    isPlaceholderData: true,
  }
}
