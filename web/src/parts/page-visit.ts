import { createContext, use } from 'react'
import type { StoredData } from '../platform/server-data/query.ts'

/** When the visit to a page began whose parts do not all mount at the same moment; null on other pages. */
export const PageVisit = createContext<number | null>(null)

/** `refetchOnMount` of data that every visit to a page reloads, but not every part of it. */
export function useReloadOnVisit(): (data: StoredData) => 'always' | false {
  const startedAt = use(PageVisit)
  return ({ state, isInvalidated }) =>
    startedAt !== null && !isInvalidated && state.dataUpdatedAt >= startedAt ? false : 'always'
}
