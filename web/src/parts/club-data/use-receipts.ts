import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { usePages } from '../pages.tsx'

const receiptsKey = ['receipts']

/** Query keys that change with a registered, photographed or appealed receipt. */
export const receiptKeys = [receiptsKey, ['points']]

const isWaiting = ({ state }: Receipt): boolean => state === 'pending_review'

/** Polling interval while a receipt is under review. */
const whileWaitingMs = 20_000

/** The person's receipts, newest first, page by page; polled while staff review one. */
export const useReceipts = () =>
  usePages<Receipt>({
    queryKey: receiptsKey,
    read: (send, { cursor, signal }) => send(listReceiptsCall, { query: { cursor }, signal }),
    refetchOnMount: 'always',
    refetchInterval: (receipts) => (receipts.some(isWaiting) ? whileWaitingMs : false),
  })
