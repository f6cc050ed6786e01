import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { useReloadOnVisit } from '../page-visit.ts'
import { useCallQuery } from '../use-call-query.ts'

/** What the person's receipts are worth in each campaign; reloaded on every visit, as staff decisions change it. */
export const useCredit = ({ enabled }: { enabled: boolean }) =>
  useCallQuery(['credit'], (send, signal) => send(listCreditCall, { signal }), {
    enabled,
    refetchOnMount: useReloadOnVisit(),
  })
