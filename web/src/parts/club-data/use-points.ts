import { pointsStatementCall, readPointsCall, type StatementLine } from '@clube/contract/points/calls.ts'
import { usePages } from '../pages.tsx'
import { useReloadOnVisit } from '../page-visit.ts'
import { useCallQuery } from '../use-call-query.ts'

/** The balance and expiring points; reloaded on every visit, because staff may have added points in the meantime. */
export const usePoints = ({ enabled = true } = {}) =>
  useCallQuery(['points', 'balance'], (send, signal) => send(readPointsCall, { signal }), {
    enabled,
    refetchOnMount: useReloadOnVisit(),
  })

/** The points statement, newest first, page by page. */
export const usePointsStatement = () =>
  usePages<StatementLine>({
    queryKey: ['points', 'statement'],
    read: (send, { cursor, signal }) => send(pointsStatementCall, { query: { cursor }, signal }),
    refetchOnMount: 'always',
  })
