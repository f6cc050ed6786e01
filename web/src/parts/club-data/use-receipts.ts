import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useSend } from '../../platform/app/app-context.tsx'
import { pageOf } from '../call-failed.ts'

const receiptsKey = ['receipts']

const isWaiting = ({ state }: Receipt): boolean => state === 'pending_review'

/** How often somebody who watches an unanswered receipt hears of it. */
const whileWaitingMs = 20_000

/** The person's receipts, the newest first, page by page; asked for anew while staff still look at one. */
export function useReceipts() {
  const send = useSend()
  return useInfiniteQuery({
    queryKey: receiptsKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      pageOf<Receipt[]>(send(listReceiptsCall, { query: { cursor: pageParam }, signal })),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isWaiting)) === true ? whileWaitingMs : false,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })
}

/** Has the receipts, and what hangs on them, asked for anew where they are shown next. */
export function useRenewReceipts(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: receiptsKey }),
      client.invalidateQueries({ queryKey: ['points'] }),
    ])
  }
}
