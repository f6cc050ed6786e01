import { pointsStatementCall, readPointsCall, type StatementLine } from '@clube/contract/points/calls.ts'
import { useSend } from '../../platform/app/app-context.tsx'
import { usePages } from '../pages.tsx'
import { useCallQuery } from '../use-call-query.ts'

/** The balance and expiring points; reloaded on every visit, because staff may have given points meanwhile. */
export const usePoints = () =>
  useCallQuery(['points', 'balance'], (send, signal) => send(readPointsCall, { signal }), {
    refetchOnMount: 'always',
  })

/** The points statement, newest first, page by page. */
export function usePointsStatement() {
  const send = useSend()
  return usePages<StatementLine>({
    queryKey: ['points', 'statement'],
    read: ({ cursor, signal }) => send(pointsStatementCall, { query: { cursor }, signal }),
    refetchOnMount: 'always',
  })
}
