import {
  pointsStatementCall,
  readPointsCall,
  type PointsBalance,
  type StatementLine,
} from '@clube/contract/points/calls.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useSend } from '../../platform/app/app-context.tsx'
import { dataOf } from '../call-failed.ts'
import { usePages } from '../pages.tsx'

/** The balance and expiring points; reloaded on every visit, because staff may have given points meanwhile. */
export function usePoints(): UseQueryResult<PointsBalance> {
  const send = useSend()
  return useQuery({
    queryKey: ['points', 'balance'],
    queryFn: ({ signal }) => dataOf(send(readPointsCall, { signal })),
    refetchOnMount: 'always',
  })
}

/** The points statement, newest first, page by page. */
export function usePointsStatement() {
  const send = useSend()
  return usePages<StatementLine>({
    queryKey: ['points', 'statement'],
    read: ({ cursor, signal }) => send(pointsStatementCall, { query: { cursor }, signal }),
    refetchOnMount: 'always',
  })
}
