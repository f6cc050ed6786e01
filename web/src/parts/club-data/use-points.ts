import {
  pointsStatementCall,
  readPointsCall,
  type PointsBalance,
  type StatementLine,
} from '@clube/contract/points/calls.ts'
import { useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useSend } from '../../platform/app/app-context.tsx'
import { dataOf, pageOf } from '../call-failed.ts'

/** The balance, and what is about to expire; asked for anew on every visit, for staff give points meanwhile. */
export function usePoints(): UseQueryResult<PointsBalance> {
  const send = useSend()
  return useQuery({
    queryKey: ['points', 'balance'],
    queryFn: ({ signal }) => dataOf(send(readPointsCall, { signal })),
    refetchOnMount: 'always',
  })
}

/** Every movement, the newest first, page by page. */
export function usePointsStatement() {
  const send = useSend()
  return useInfiniteQuery({
    queryKey: ['points', 'statement'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      pageOf<StatementLine[]>(send(pointsStatementCall, { query: { cursor: pageParam }, signal })),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchOnMount: 'always',
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })
}
