import { listTransactionsCall, type TransactionView } from '@clube/contract/campaigns/transaction-calls.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSend } from '../../platform/app/app-context.tsx'
import { pageOf } from '../call-failed.ts'

/** The person's participations, the newest first, page by page. */
export function useParticipations() {
  const send = useSend()
  return useInfiniteQuery({
    queryKey: ['participations'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      pageOf<TransactionView[]>(send(listTransactionsCall, { query: { cursor: pageParam }, signal })),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })
}
