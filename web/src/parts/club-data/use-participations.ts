import { listTransactionsCall, type TransactionView } from '@clube/contract/campaigns/transaction-calls.ts'
import { useSend } from '../../platform/app/app-context.tsx'
import { usePages } from '../pages.tsx'

/** The person's participations, newest first, page by page. */
export function useParticipations() {
  const send = useSend()
  return usePages<TransactionView>({
    queryKey: ['participations'],
    read: ({ cursor, signal }) => send(listTransactionsCall, { query: { cursor }, signal }),
  })
}
