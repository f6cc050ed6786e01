import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useSend } from '../../platform/app/app-context.tsx'
import { pageOf } from '../call-failed.ts'

const receiptsKey = ['receipts']

/** The person's receipts, the newest first, page by page. */
export function useReceipts() {
  const send = useSend()
  return useInfiniteQuery({
    queryKey: receiptsKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      pageOf<Receipt[]>(send(listReceiptsCall, { query: { cursor: pageParam }, signal })),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
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
