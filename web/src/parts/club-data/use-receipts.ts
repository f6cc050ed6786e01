import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { usePages } from '../pages.tsx'
import { useReloadOnVisit } from '../page-visit.ts'
import { openRatingsKey } from './use-open-ratings.ts'

const receiptsKey = ['receipts']

/** Query keys to invalidate after a receipt is registered, photographed or appealed. */
export const receiptDependentKeys = [receiptsKey, ['points'], ['credit'], openRatingsKey]

const isWaiting = ({ state }: Receipt): boolean => state === 'pending_review'

/** Polling interval while a receipt is under review. */
const pollingIntervalMs = 20_000

/** The person's receipts, newest first, page by page; polled while staff review one. */
export const useReceipts = () =>
  usePages<Receipt>({
    queryKey: receiptsKey,
    read: (send, { cursor, signal }) => send(listReceiptsCall, { query: { cursor }, signal }),
    refetchOnMount: useReloadOnVisit(),
    refetchInterval: (receipts) => (receipts.some(isWaiting) ? pollingIntervalMs : false),
  })
