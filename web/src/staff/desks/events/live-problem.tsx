import type { UseQueryResult } from '@tanstack/react-query'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { explain } from '../../../platform/api/explain.ts'
import { failureOf } from '../../../parts/call-failed.ts'
import { LoadProblem } from '../../parts/desk-page.tsx'

/** Numbers that did not come, or those of before, which stay: why, and another try. */
export function LiveProblem({ query }: { query: UseQueryResult<unknown> }) {
  if (!query.isError) return null
  if (query.data === undefined)
    return <LoadProblem error={query.error} onRetry={() => void query.refetch()} />
  const reason = explain(failureOf(query.error), { place: 'endpoint' }).toast?.message ?? ''
  return <Notice tone="warn">{`Os números pararam de ser atualizados. ${reason}`}</Notice>
}
